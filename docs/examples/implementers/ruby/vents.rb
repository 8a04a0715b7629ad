# frozen_string_literal: true

require 'securerandom'

# One mistake of the kind that Rails applications make, named by the variable:
#   skips-lock        reports ignore lock_version, as update_columns does
#   checks-first      the version is compared before the lock is taken
#   rescues-stale     a rescue clause turns a stale report into a success without an effect
#   finds-first       the vent is looked up before the caller is authorized
#   resets-report     a callback of the model clears the report if the settings change
#   follows-opening   the settings follow the measured opening
#   keeps-blank       blank values of a report are dropped, as compact_blank does
#   async-adapter     messages are delivered by several threads
#   reloads-record    subscribers see the vent as it is when the message is rendered, as with GlobalID
#   default-workers   messages are rendered by four workers
MISTAKE = ENV.fetch('MISTAKE', '')

def mistake?(name) = name == MISTAKE

# The credentials of this example. A real application asks its identity provider.
module Accounts
  ROLES = { 'gardener' => :author, 'sensor' => :controller, 'visitor' => :reader, 'passerby' => :stranger }.freeze

  def self.role_of(header) = ROLES[header.to_s.delete_prefix('Bearer ')]
end

Vent = Struct.new(:id, :house, :label, :lock_version, :created_at, :settings, :report, :tags, keyword_init: true)

# Raised by a write that names another version than the stored one.
class StaleVent < StandardError
  attr_reader :lock_version

  def initialize(lock_version)
    super('Attempted to update a stale object: Vent')
    @lock_version = lock_version
  end
end

class VentNotFound < StandardError; end

class VentTaken < StandardError; end

# The vents of all houses, with one sequence of versions.
class Vents
  def initialize(&announce)
    @announce = announce
    @lock = Mutex.new
    @rows = {}
    @version = 0
  end

  def find(house, label) = @lock.synchronize { @rows[[house, label]] }

  def all(house) = @lock.synchronize { @rows.values.select { |vent| house.nil? || vent.house == house } }

  def create(house, label, settings:, tags:)
    @lock.synchronize do
      raise VentTaken, 'Label has already been taken' if @rows.key?([house, label])

      store(Vent.new(id: SecureRandom.uuid, house:, label:, created_at: Time.now.utc, settings:, tags:), 'CREATE')
    end
  end

  def update(house, label, lock_version, settings:, tags:)
    @lock.synchronize do
      vent = current(house, label, lock_version)
      changed = with(vent, settings: settings || vent.settings, tags: tags || vent.tags)
      changed.report = nil if mistake?('resets-report') && changed.settings != vent.settings
      save(vent, changed)
    end
  end

  def report(house, label, lock_version, report)
    compare_early(house, label, lock_version)
    @lock.synchronize do
      is_unchecked = mistake?('skips-lock') || mistake?('checks-first')
      vent = is_unchecked ? row(house, label) : current(house, label, lock_version)
      save(vent, reported(vent, report))
    rescue StaleVent
      raise unless mistake?('rescues-stale')

      row(house, label)
    end
  end

  def destroy(house, label)
    @lock.synchronize do
      vent = row(house, label)
      @rows.delete([house, label])
      announce(with(vent, lock_version: @version += 1), 'DESTROY')
    end
  end

  private

  def row(house, label) = @rows[[house, label]] || raise(VentNotFound, "Couldn't find Vent")

  def current(house, label, lock_version)
    vent = row(house, label)
    raise StaleVent, vent.lock_version if vent.lock_version != lock_version

    vent
  end

  def compare_early(house, label, lock_version)
    return unless mistake?('checks-first')

    @lock.synchronize { current(house, label, lock_version) }
    sleep(0.002)
  end

  # Omitted fields stay as they are, and null clears a field.
  def reported(vent, input)
    input = input.reject { |_, value| [nil, [], ''].include?(value) } if mistake?('keeps-blank')
    changed = with(vent, report: (vent.report || {}).merge(input).compact)
    opening = input[:measured_opening]
    changed.settings = vent.settings.merge(opening:) if mistake?('follows-opening') && opening
    changed
  end

  def with(vent, **changes) = Vent.new(**vent.to_h, **changes)

  # A write without a change stores and announces nothing.
  def save(vent, changed) = changed == vent ? vent : store(changed, 'UPDATE')

  def store(vent, action)
    vent.lock_version = @version += 1
    @rows[[vent.house, vent.label]] = vent
    announce(vent, action)
  end

  # Announced while the lock is held, so that the order of messages is that of the writes.
  def announce(vent, action)
    @announce.call(action, vent)
    vent
  end
end
