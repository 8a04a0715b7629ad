import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;

public class Main {
  public static class Axle {
    public Integer length;
  }

  public static class GearSpec {
    public Integer teeth;
    public String material;
    public Axle axle;
  }

  public static class GearStatus {
    public Long observedGeneration;
    public String phase;
  }

  @Group("example.com")
  @Version("v1")
  public static class Gear extends CustomResource<GearSpec, GearStatus> implements Namespaced {}

  @ControllerConfiguration
  public static class GearReconciler implements Reconciler<Gear> {
    @Override
    public UpdateControl<Gear> reconcile(Gear gear, Context<Gear> context) {
      return UpdateControl.patchStatus(createForStatusUpdate(gear));
    }

    /** A resource with only the status, because the status is applied. */
    private static Gear createForStatusUpdate(Gear gear) {
      var metadata = gear.getMetadata();
      var updated = new Gear();
      updated.setMetadata(
          new ObjectMetaBuilder()
              .withName(metadata.getName())
              .withNamespace(metadata.getNamespace())
              .build());
      var status = new GearStatus();
      status.observedGeneration = metadata.getGeneration();
      status.phase = "Turning";
      updated.setStatus(status);
      return updated;
    }
  }

  public static void main(String[] arguments) {
    var operator = new Operator();
    operator.register(new GearReconciler());
    operator.start();
    System.out.println("ready");
  }
}
