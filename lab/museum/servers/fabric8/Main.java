import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import java.lang.reflect.Constructor;
import java.net.InetAddress;
import java.util.HashMap;

/** Serves the mock API server on the port in PORT. Since release 7, the class of its web server is a different one. */
public class Main {
  public static void main(String[] arguments) throws Exception {
    Object web = webServer().getDeclaredConstructor().newInstance();
    KubernetesMockServer server = null;
    for (Constructor<?> one : KubernetesMockServer.class.getConstructors()) {
      if (one.getParameterCount() != 5 || one.getParameterTypes()[4] != boolean.class) continue;
      server =
          (KubernetesMockServer)
              one.newInstance(
                  new Context(), web, new HashMap<>(), new KubernetesCrudDispatcher(), false);
    }
    int port = Integer.parseInt(System.getenv("PORT"));
    server.init(InetAddress.getByName("127.0.0.1"), port);
    Thread.sleep(Long.MAX_VALUE);
  }

  private static Class<?> webServer() throws ClassNotFoundException {
    try {
      return Class.forName("io.fabric8.mockwebserver.MockWebServer");
    } catch (ClassNotFoundException beforeRelease7) {
      return Class.forName("okhttp3.mockwebserver.MockWebServer");
    }
  }
}
