module example.com/deployments

go 1.21
