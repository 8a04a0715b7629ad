package turbines;

import java.util.Map;
import org.springframework.graphql.server.WebGraphQlRequest;
import org.springframework.graphql.server.WebGraphQlResponse;
import org.springframework.graphql.server.WebSocketGraphQlInterceptor;
import org.springframework.graphql.server.WebSocketGraphQlRequest;
import org.springframework.graphql.server.WebSocketSessionInfo;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Stores the badge of each request, and of each connection_init message, in the context. */
@Component
class BadgeInterceptor implements WebSocketGraphQlInterceptor {

  private static final String HEADER = "Wind-Badge";
  private static final String MEMBER = "badge";

  @Override
  public Mono<WebGraphQlResponse> intercept(WebGraphQlRequest request, Chain chain) {
    Badge badge = badgeOf(request);
    if (badge != null) {
      request.configureExecutionInput(
          (input, builder) -> builder.graphQLContext(Map.of(MEMBER, badge)).build());
    }
    return chain.next(request);
  }

  @Override
  public Mono<Object> handleConnectionInitialization(
      WebSocketSessionInfo session, Map<String, Object> payload) {
    Badge badge = Badge.of(String.valueOf(payload.get(MEMBER)));
    if (badge == null) {
      return Mono.error(new IllegalArgumentException("A badge of this company is required."));
    }
    session.getAttributes().put(MEMBER, badge);
    return Mono.empty();
  }

  private static Badge badgeOf(WebGraphQlRequest request) {
    if (request instanceof WebSocketGraphQlRequest onSocket) {
      return (Badge) onSocket.getSessionInfo().getAttributes().get(MEMBER);
    }
    return Badge.of(String.valueOf(request.getHeaders().getFirst(HEADER)));
  }
}
