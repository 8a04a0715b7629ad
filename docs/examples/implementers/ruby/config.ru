# frozen_string_literal: true

require_relative 'cable'

map('/cable') { run ActionCable.server }
map('/graphql') { run GraphqlEndpoint }
