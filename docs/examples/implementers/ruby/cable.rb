# frozen_string_literal: true

require 'action_cable'
require 'logger'
require_relative 'schema'

# Knows its caller from the upgrade request.
class VentConnection < ActionCable::Connection::Base
  identified_by :role

  def connect
    self.role = Accounts.role_of(request.headers['Authorization']) || reject_unauthorized_connection
  end
end

# Executes one operation for each subscription of a client.
class GraphqlChannel < ActionCable::Channel::Base
  def execute(data)
    result = VentSchema.execute(data['query'], variables: data['variables'], operation_name: data['operationName'],
                                               context: { role:, channel: self })
    @subscription = result.context[:subscription_id]
    transmit({ result: result.to_h, more: result.subscription? })
  end

  def unsubscribed
    VentSchema.subscriptions.delete_subscription(@subscription) if @subscription
  end
end

ActionCable.server.config.tap do |config|
  # The usual adapter for one process, async, delivers with up to ten threads, so that messages overtake each other.
  config.cable = { 'adapter' => mistake?('async-adapter') ? 'async' : 'inline' }
  config.connection_class = -> { VentConnection }
  config.logger = Logger.new(IO::NULL)
  # graphql-ruby renders each message in this pool, which has four workers by default.
  config.worker_pool_size = mistake?('default-workers') ? 4 : 1
end
