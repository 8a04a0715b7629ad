# frozen_string_literal: true

require 'graphql'
require 'json'
require_relative 'vents'

module Types
  class Mode < GraphQL::Schema::Enum
    value 'AUTO'
    value 'MANUAL'
    value 'LOCKED'
  end

  class Phase < GraphQL::Schema::Enum
    value 'MOVING'
    value 'IDLE'
    value 'JAMMED'
  end

  class VentSettings < GraphQL::Schema::Object
    field :opening, Integer, null: false
    field :mode, Mode, null: false
    field :zones, [String], null: false
  end

  class VentReport < GraphQL::Schema::Object
    field :phase, Phase, null: true
    field :measured_opening, Integer, null: true
    field :alarms, [String], null: true
  end

  class Tag < GraphQL::Schema::Object
    field :name, String, null: false
    field :value, String, null: false
  end

  class Vent < GraphQL::Schema::Object
    field :id, ID, null: false
    field :house, String, null: false
    field :label, String, null: false
    field :lock_version, Integer, null: false
    field :created_at, GraphQL::Types::ISO8601DateTime, null: false
    field :settings, VentSettings, null: false
    field :report, VentReport, null: true
    field :tags, [Tag], null: false

    def tags = object.tags.map { |name, value| { name:, value: } }
  end

  class VentSettingsInput < GraphQL::Schema::InputObject
    argument :opening, Integer, required: true
    argument :mode, Mode, required: true
    argument :zones, [String], required: true
  end

  class VentReportInput < GraphQL::Schema::InputObject
    argument :phase, Phase, required: false
    argument :measured_opening, Integer, required: false
    argument :alarms, [String], required: false
  end

  class TagInput < GraphQL::Schema::InputObject
    argument :name, String, required: true
    argument :value, String, required: true
  end

  class Action < GraphQL::Schema::Enum
    value 'CREATE'
    value 'UPDATE'
    value 'DESTROY'
  end
end

# Rules that queries, mutations and subscriptions share.
module Policy
  def authorize!(*roles)
    role = context[:role]
    refuse!('You need to sign in', 'UNAUTHENTICATED') if role.nil?
    refuse!('You are not allowed to do this', 'FORBIDDEN') unless roles.include?(role)
  end

  def refuse!(message, code, **details)
    raise GraphQL::ExecutionError.new(message, extensions: { 'code' => code, **details })
  end
end

module Mutations
  class Base < GraphQL::Schema::RelayClassicMutation
    include Policy

    def vents = context.schema.vents

    def hash_of(tags) = tags&.to_h { |tag| [tag[:name], tag[:value]] }

    # Errors of the store have codes that clients can rely on.
    def stored
      { vent: yield }
    rescue StaleVent => e
      refuse!(e.message, 'STALE_OBJECT', 'lockVersion' => e.lock_version)
    rescue VentNotFound => e
      refuse!(e.message, 'NOT_FOUND')
    rescue VentTaken => e
      refuse!(e.message, 'TAKEN')
    end

    def validate!(settings)
      return if settings.nil? || (0..100).cover?(settings[:opening])

      refuse!('Opening must be between 0 and 100', 'INVALID', 'field' => 'settings.opening')
    end
  end

  class CreateVent < Base
    argument :house, String, required: true
    argument :label, String, required: true
    argument :settings, Types::VentSettingsInput, required: true
    argument :tags, [Types::TagInput], required: false
    field :vent, Types::Vent, null: true

    def resolve(house:, label:, settings:, tags: [])
      authorize!(:author)
      validate!(settings)
      stored { vents.create(house, label, settings: settings.to_h, tags: hash_of(tags)) }
    end
  end

  class UpdateVent < Base
    argument :house, String, required: true
    argument :label, String, required: true
    argument :lock_version, Integer, required: true
    argument :settings, Types::VentSettingsInput, required: false
    argument :tags, [Types::TagInput], required: false
    field :vent, Types::Vent, null: true

    def resolve(house:, label:, lock_version:, settings: nil, tags: nil)
      authorize!(:author)
      validate!(settings)
      stored { vents.update(house, label, lock_version, settings: settings&.to_h, tags: hash_of(tags)) }
    end
  end

  class ReportVent < Base
    argument :house, String, required: true
    argument :label, String, required: true
    argument :lock_version, Integer, required: true
    argument :report, Types::VentReportInput, required: true
    field :vent, Types::Vent, null: true

    def resolve(house:, label:, lock_version:, report:)
      refuse!("Couldn't find Vent", 'NOT_FOUND') if mistake?('finds-first') && vents.find(house, label).nil?
      authorize!(:controller)
      stored { vents.report(house, label, lock_version, report.to_h) }
    end
  end

  class DestroyVent < Base
    argument :house, String, required: true
    argument :label, String, required: true
    field :vent, Types::Vent, null: true

    def resolve(house:, label:)
      authorize!(:author)
      stored { vents.destroy(house, label) }
    end
  end
end

class QueryType < GraphQL::Schema::Object
  include Policy

  field :vent, Types::Vent, null: true do
    argument :house, String, required: true
    argument :label, String, required: true
  end
  field :vents, Types::Vent.connection_type, null: false do
    argument :house, String, required: false
  end

  def vent(house:, label:)
    authorize!(:author, :controller, :reader)
    context.schema.vents.find(house, label)
  end

  def vents(house: nil)
    authorize!(:author, :controller, :reader)
    context.schema.vents.all(house)
  end
end

class MutationType < GraphQL::Schema::Object
  field :create_vent, mutation: Mutations::CreateVent
  field :update_vent, mutation: Mutations::UpdateVent
  field :report_vent, mutation: Mutations::ReportVent
  field :destroy_vent, mutation: Mutations::DestroyVent
end

class VentChanged < GraphQL::Schema::Subscription
  include Policy

  argument :house, String, required: true
  field :action, Types::Action, null: false
  field :vent, Types::Vent, null: false

  def subscribe(house:) # rubocop:disable Lint/UnusedMethodArgument
    authorize!(:author, :controller, :reader)
    :no_response
  end

  def update(house:)
    found = mistake?('reloads-record') ? context.schema.vents.find(house, object[:vent].label) : nil
    { action: object[:action], vent: found || object[:vent] }
  end
end

class SubscriptionType < GraphQL::Schema::Object
  field :vent_changed, subscription: VentChanged
end

# Passes messages within this process. An application with several processes would serialize the vent itself.
module Messages
  @kept = {}

  class << self
    def dump(message)
      id = SecureRandom.uuid
      @kept[id] = message
      @kept.shift while @kept.size > 10_000
      id
    end

    def load(id) = @kept.fetch(id)
  end
end

class VentSchema < GraphQL::Schema
  query QueryType
  mutation MutationType
  subscription SubscriptionType
  # Each message is rendered once for all subscribers, because all who may subscribe see the same.
  use GraphQL::Subscriptions::ActionCableSubscriptions, serializer: Messages, broadcast: true,
                                                        default_broadcastable: true

  STORE = Vents.new do |action, vent|
    subscriptions.trigger(:vent_changed, { house: vent.house }, { action:, vent: })
  end

  def self.vents = STORE
end

# Queries and mutations over HTTP.
module GraphqlEndpoint
  def self.call(env)
    request = Rack::Request.new(env)
    body = JSON.parse(request.body.read)
    role = Accounts.role_of(request.get_header('HTTP_AUTHORIZATION'))
    result = VentSchema.execute(body['query'], variables: body['variables'], operation_name: body['operationName'],
                                               context: { role: })
    [200, { 'content-type' => 'application/json' }, [result.to_json]]
  end
end
