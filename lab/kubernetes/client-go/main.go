// A controller that uses the libraries of Kubernetes and was written without knowledge of the suite. KUBECONFIG
// contains the path of its kubeconfig. client-go chooses all content types, and uses protobuf for built-in kinds.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, nil).ClientConfig()
	if err != nil {
		return err
	}
	typed, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	untyped, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	builtIn := informers.NewSharedInformerFactory(typed, 0)
	custom := dynamicinformer.NewDynamicSharedInformerFactory(untyped, 0)
	deployments := newDeployments(typed, builtIn)
	gears := newGears(typed, untyped, builtIn, custom)
	builtIn.Start(ctx.Done())
	custom.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), append(deployments.synced, gears.synced...)...) {
		return fmt.Errorf("the caches were not filled")
	}
	fmt.Println("ready")
	go deployments.work(ctx)
	go gears.work(ctx)
	<-ctx.Done()
	return nil
}
