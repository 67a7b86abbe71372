import type { z } from 'zod'
import type { ModuleKey, PermissionAction } from '../permissions.ts'
import type { DataSubject } from './data-subjects.ts'

type WritingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type ObjectSchema = z.ZodObject

/** Who may call: a permission, any signed-in person, or anybody. There is no default: an endpoint without it doesn't compile. */
export type EndpointAccess =
  | {
      module: ModuleKey
      action: PermissionAction
      open?: never
      /** Decided by the person's own rights, in any view. */
      usesOwnRights?: true
    }
  | { open: 'signedIn' | 'anybody'; module?: never; action?: never; usesOwnRights?: never }

/** What a call does to the data of the firm. Whatever isn't a plain read says what it changes, or that it changes nothing, else it doesn't compile. */
type EndpointEffect =
  | {
      method: 'GET'
      /** What a file notes of its being taken; any other read changes nothing. */
      changes?: readonly DataSubject[]
    }
  | {
      method: WritingMethod
      /** What is no longer as it was read, once this is done: the page reads it anew. */
      changes: readonly DataSubject[]
    }

/** What a session can be in besides open. Each is a refusal of its own; only the calls that name it in `allowedSessionStates` pass. */
export const sessionStates = ['locked', 'secondFactor', 'enrolment', 'maintenance'] as const
export type SessionState = (typeof sessionStates)[number]

/** A file instead of JSON: the body is its bytes, of one of these media types. */
export type UploadLimits = { maxBytes: number; types: readonly string[] }

export type EndpointSpec = {
  /** Below /api/v1, parameters as :name. */
  path: string
  /** The specification's own calls stand outside /api/v1, at exactly their path. */
  at?: 'root'
  summary: string
  params?: ObjectSchema | undefined
  query?: ObjectSchema
  body?: ObjectSchema
  /** Takes a file; then there is no `body`. */
  upload?: UploadLimits
  output: z.ZodType
  /** What the answer is about, where it isn't what answers of its module are about. */
  about?: readonly DataSubject[]
  /** States of the session in which the call is answered too: unlocking a locked one, for example. */
  allowedSessionStates?: readonly SessionState[]
  /** Why a call that isn't a plain reading is answered in another's view too, where one only looks. Without a reason it is refused there. */
  allowedInViewReason?: string
  /** Answers for as long as the caller listens: server-sent events. */
  stream?: true
  /** Being called says nothing of the person's moving: a stream that listens, a heartbeat that speaks for itself. */
  isBackground?: true
  /** Of the file of a list: the columns that it can have. */
  exportColumns?: readonly string[]
  /** A small and quick read that a page may ask for together with others, in one call. */
  combinable?: true
  /** The header Idempotency-Key is required: the same key gives the same result once, with another body it is refused. */
  idempotent?: true
} & EndpointAccess &
  EndpointEffect

/** Where the endpoint is served, parameters as :name. */
export const buildEndpointPath = ({ at, path }: Pick<EndpointSpec, 'at' | 'path'>): string =>
  at === 'root' ? path : `/api/v1${path}`

/** Declares one call of the wire. Server and web both read it, so they can't disagree. */
export const defineEndpoint = <const E extends EndpointSpec>(spec: E): E => spec

/** The header that names one request of a caller, however often it is sent. */
export const idempotencyKeyHeader = 'idempotency-key'

type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined
type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined

/** The request as the server sees it, after parsing. */
export type ParsedRequest<E extends EndpointSpec> = {
  params: SchemaOutput<E['params']>
  query: SchemaOutput<E['query']>
  body: SchemaOutput<E['body']>
} & (E['upload'] extends UploadLimits
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
export type RequestInput<E extends EndpointSpec> = (E['params'] extends ObjectSchema
  ? { params: SchemaInput<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends ObjectSchema ? { query?: SchemaInput<E['query']> } : { query?: undefined }) &
  (E['body'] extends ObjectSchema ? { body: SchemaInput<E['body']> } : { body?: undefined }) &
  (E['upload'] extends UploadLimits ? { content: Blob } : { content?: undefined })
export type ResponseBody<E extends EndpointSpec> = z.output<E['output']>
