// Command kine stores the data of API servers in SQLite, and speaks the protocol of etcd.
package main

import (
	"os"

	"github.com/k3s-io/kine/pkg/app"
	"github.com/sirupsen/logrus"
)

func main() {
	if err := app.New().Run(os.Args); err != nil {
		logrus.Fatal(err)
	}
}
