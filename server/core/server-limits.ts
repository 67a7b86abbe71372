import type { Config } from './config.ts'

/** What the server's edge bears, and for how long it waits. Times in milliseconds. */
export type ServerLimits = {
  /** Until the head of a request is complete, from the opening of its connection on. */
  headersMs: number
  /** Until the body of a call is complete. */
  bodyMs: number
  /** Until an uploaded file is complete. */
  uploadMs: number
  /** How long a connection may be kept without a request. */
  idleMs: number
  /** How long an answer may stand without the caller taking any of it. */
  unreadMs: number
  /** How often the limits above are looked at. */
  checkEveryMs: number
  /** Open connections. */
  connections: number
  /** Calls that are worked on or wait for a connection to the database. */
  calls: number
  /** At a stop: how long calls are still taken while /readyz says 503 already. */
  drainMs: number
  /** At a stop: how long calls under way may take. */
  finishMs: number
  /** At a stop: how long a kept connection without a request stays open, to be told with its next answer. */
  lingerMs: number
}

type LimitSettings = Pick<Config, 'maxConnections' | 'maxCalls' | 'drainSeconds' | 'finishSeconds'>

/** What operators may set, beside what is fixed. */
export const toServerLimits = ({
  maxConnections,
  maxCalls,
  drainSeconds,
  finishSeconds,
}: LimitSettings): ServerLimits => ({
  headersMs: 15_000,
  bodyMs: 60_000,
  uploadMs: 600_000,
  idleMs: 72_000,
  unreadMs: 300_000,
  checkEveryMs: 5_000,
  connections: maxConnections,
  calls: maxCalls,
  drainMs: drainSeconds * 1000,
  finishMs: finishSeconds * 1000,
  lingerMs: 300,
})
