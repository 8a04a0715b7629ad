#!/usr/bin/env bash
# Records the two example runs again, with a few cases each, and renders their reports: one endpoint conforms, the
# other accepts stale versions. Usage: record.sh [PORT]. The reports contain the port, 4000 by default.
set -euo pipefail
cd "$(dirname "$0")/../.."
port=${1:-4000}
suite=dist/bin/cli.js
server=
trap '[ -z "$server" ] || kill "$server"' EXIT

record() {
  local name=$1
  shift
  node "$suite" serve --port "$port" "$@" >/dev/null &
  server=$!
  until curl --silent --output /dev/null "http://127.0.0.1:$port/graphql"; do
    kill -0 "$server" || exit 1
    sleep 0.2
  done
  (
    cd docs/examples
    node "../../$suite" --endpoint "http://127.0.0.1:$port/graphql" --seed 1 --quiet --output "$name" --format badge \
      --only 'concurrency/stale-version-conflicts#Service.updateServiceStatus' \
      'concurrency/spec-and-status-share-the-version#Service.updateServiceStatus' \
      'isolation/spec-write-keeps-status#Service' 'watch/one-event-per-write#Service.updateServiceStatus' || true
  )
  kill "$server"
  wait "$server" || true
  server=
}

npm run --silent build
record passing
record failing --fault stale-version-accepted
npm run --silent docs:examples
