package turbines;

import graphql.GraphQLError;
import graphql.schema.DataFetchingEnvironment;
import org.springframework.graphql.data.method.annotation.GraphQlExceptionHandler;
import org.springframework.web.bind.annotation.ControllerAdvice;

/** Converts problems to GraphQL errors with a classification. */
@ControllerAdvice
class ProblemAdvice {

  @GraphQlExceptionHandler
  GraphQLError handle(Problem problem, DataFetchingEnvironment environment) {
    return GraphQLError.newError()
        .errorType(problem.kind())
        .message(problem.getMessage())
        .path(environment.getExecutionStepInfo().getPath())
        .extensions(problem.extensions())
        .build();
  }
}
