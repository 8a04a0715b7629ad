# frozen_string_literal: true

bind "tcp://127.0.0.1:#{ENV.fetch('PORT', '4000')}"
threads 4, 16
quiet
