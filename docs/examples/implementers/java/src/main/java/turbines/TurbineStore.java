package turbines;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Repository;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import turbines.Problem.Kind;
import turbines.Turbine.Setpoint;
import turbines.TurbineEvent.Happening;

/** Keeps turbines in memory. */
@Repository
class TurbineStore {

  private static final int EVENTS_KEPT = 20_000;

  private record Place(String farm, String code) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byFarm = farm.compareTo(other.farm);
      return byFarm == 0 ? code.compareTo(other.code) : byFarm;
    }
  }

  private final NavigableMap<Place, Turbine> turbines = new TreeMap<>();
  private final Sinks.Many<TurbineEvent> events = Sinks.many().replay().limit(EVENTS_KEPT);
  private final Map<Place, Long> lastVersions = new HashMap<>();
  private long sequence = 0;

  /** The turbine, or null. */
  synchronized Turbine find(String farm, String code) {
    return turbines.get(new Place(farm, code));
  }

  synchronized Turbine get(String farm, String code) {
    Turbine found = find(farm, code);
    if (found == null) {
      throw new Problem(Kind.NO_SUCH_TURBINE, "There is no turbine " + code + " in " + farm + ".");
    }
    return found;
  }

  synchronized List<Turbine> inFarm(String farm) {
    return turbines.values().stream().filter(turbine -> turbine.farm().equals(farm)).toList();
  }

  synchronized Turbine add(String farm, String code, Setpoint setpoint) {
    if (find(farm, code) != null) {
      throw new Problem(Kind.CODE_IN_USE, "There is a turbine " + code + " already.");
    }
    String id = UUID.randomUUID().toString();
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    // Versions continue after those of a deleted turbine, so that a client cannot mistake a new turbine for it.
    long first = lastVersions.getOrDefault(new Place(farm, code), -1L) + 1;
    Turbine turbine = new Turbine(id, farm, code, first, now, setpoint, null);
    turbines.put(new Place(farm, code), turbine);
    publish(Happening.COMMISSIONED, turbine);
    return turbine;
  }

  /** Applies a change to a turbine at the version of the reference, and stores the result. */
  synchronized Turbine update(TurbineRef ref, Happening happening, UnaryOperator<Turbine> change) {
    Turbine stored = at(ref);
    Turbine changed = change.apply(stored);
    if (changed.equals(stored)) {
      return stored;
    }
    Turbine saved = changed.withLockVersion(stored.lockVersion() + 1);
    turbines.put(new Place(ref.farm(), ref.code()), saved);
    publish(happening, Mistake.PUBLISH_BEFORE_SAVE.isMade() ? changed : saved);
    return saved;
  }

  synchronized void remove(TurbineRef ref) {
    Turbine stored = at(ref);
    Place place = new Place(ref.farm(), ref.code());
    Turbine last = stored.withLockVersion(stored.lockVersion() + 1);
    turbines.remove(place);
    lastVersions.put(place, last.lockVersion());
    publish(Happening.DECOMMISSIONED, last);
  }

  /** All events after a sequence number, or all new events. */
  synchronized Flux<TurbineEvent> follow(Long afterSequence) {
    long from = afterSequence == null ? sequence : afterSequence;
    return events.asFlux().filter(event -> event.sequence() > from);
  }

  private Turbine at(TurbineRef ref) {
    Turbine stored = get(ref.farm(), ref.code());
    if (stored.lockVersion() != ref.lockVersion()) {
      throw Problem.optimisticLock(stored.lockVersion());
    }
    return stored;
  }

  private void publish(Happening happening, Turbine turbine) {
    sequence += 1;
    events.tryEmitNext(new TurbineEvent(sequence, happening, turbine)).orThrow();
  }
}
