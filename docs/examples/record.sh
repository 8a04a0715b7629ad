#!/usr/bin/env bash
# Records the two runs anew from which the examples are made: few cases, one endpoint that conforms and
# one that accepts stale versions. Needs a build; npm run docs:examples then makes the reports.
set -euo pipefail
cd "$(dirname "$0")"
suite=${1:-../../dist/bin/cli.js}
port=${2:-4000}

record() {
  local name=$1
  shift
  node "$suite" serve --port "$port" "$@" >/dev/null &
  local server=$!
  trap 'kill "$server"' EXIT
  until curl --silent --output /dev/null "http://127.0.0.1:$port/graphql"; do sleep 0.2; done
  node "$suite" --endpoint "http://127.0.0.1:$port/graphql" --seed 1 --quiet --output "$name" --format badge \
    --only 'concurrency/stale-version-conflicts#Service.updateServiceStatus' \
    'isolation/spec-write-keeps-status#Service' 'watch/one-event-per-write#Service.updateServiceStatus' || true
  kill "$server"
  wait "$server" || true
  trap - EXIT
}

record passing
record failing --fault stale-version-accepted
