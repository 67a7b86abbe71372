import type { z } from 'zod'
import type { Action, ModuleKey } from '../permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Shape = z.ZodObject

/** Who may call: a permission, any signed-in person, or anybody. There is no default: an endpoint without it doesn't compile. */
export type Access =
  | {
      module: ModuleKey
      action: Action
      open?: never
      /** Decided by the person's own rights, in whoever's view they work. */
      asMyself?: true
    }
  | { open: 'signedIn' | 'anybody'; module?: never; action?: never; asMyself?: never }

/** What a session can be in besides open. Each is a refusal of its own; only the calls that name it in `during` pass. */
export const sessionStates = ['locked', 'secondFactor', 'enrolment', 'maintenance'] as const
export type SessionState = (typeof sessionStates)[number]

/** A file instead of JSON: the body is its bytes, of one of these media types. */
export type Upload = { maxBytes: number; types: readonly string[] }

export type EndpointSpec = {
  method: Method
  /** Below /api/v1, parameters as :name. */
  path: string
  /** The specification's own calls stand outside /api/v1, at exactly their path. */
  at?: 'root'
  summary: string
  params?: Shape | undefined
  query?: Shape
  body?: Shape
  /** Takes a file; then there is no `body`. */
  upload?: Upload
  output: z.ZodType
  /** States of the session in which the call is answered too: unlocking a locked one, for example. */
  during?: readonly SessionState[]
  /** Why a call that isn't a plain reading is answered in another's view too, where one only looks. Without a reason it is refused there. */
  inView?: string
  /** Answers for as long as the caller listens: server-sent events. */
  stream?: true
  /** Being called says nothing of the person's moving: a stream that listens, a heartbeat that speaks for itself. */
  passive?: true
  /** Of the file of a list: the columns that it can have. */
  exported?: readonly string[]
  /** The header Idempotency-Key is required: the same key gives the same result once, with another body it is refused. */
  idempotent?: true
} & Access

/** Where the endpoint is served, parameters as :name. */
export const servedAt = ({ at, path }: Pick<EndpointSpec, 'at' | 'path'>): string =>
  at === 'root' ? path : `/api/v1${path}`

/** Declares one call of the wire. Server and web both read it, so they can't disagree. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec

/** What names one wish of a caller, however often it is sent. */
export const keyHeader = 'idempotency-key'

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined

/** The request as the server sees it, after parsing. */
export type Parsed<E extends EndpointSpec> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
} & (E['upload'] extends Upload
  ? {
      /** The uploaded bytes; none where nothing was sent. */
      content: Uint8Array
    }
  : { content?: undefined }) &
  (E['idempotent'] extends true
    ? {
        /** Of the header, for this caller and this call alone. */
        key: string
      }
    : { key?: undefined })
/** The request as a caller writes it. */
export type Sent<E extends EndpointSpec> = (E['params'] extends Shape
  ? { params: In<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Shape ? { query?: In<E['query']> } : { query?: undefined }) &
  (E['body'] extends Shape ? { body: In<E['body']> } : { body?: undefined }) &
  (E['upload'] extends Upload ? { content: Blob } : { content?: undefined })
export type Answer<E extends EndpointSpec> = z.output<E['output']>
