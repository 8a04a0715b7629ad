package turbines;

import graphql.scalars.ExtendedScalars;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.graphql.execution.RuntimeWiringConfigurer;

/**
 * Wind turbines: operators adjust them, their controllers report on them, crews follow both.
 *
 * <p>PORT is the port to listen on. MISTAKE enables a {@link Mistake}.
 */
@SpringBootApplication
public class TurbinesApplication {

  public static void main(String[] arguments) {
    Mistake.requireKnown();
    SpringApplication.run(TurbinesApplication.class, arguments);
  }

  @Bean
  RuntimeWiringConfigurer scalars() {
    return wiring -> wiring.scalar(ExtendedScalars.GraphQLLong).scalar(ExtendedScalars.DateTime);
  }
}
