import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { Client } from 'pg'
import { inject } from 'vitest'
import {
  buildEndpointPath,
  type EndpointSpec,
  idempotencyKeyHeader,
  type RequestInput,
  type ResponseBody,
} from '#contract/core/endpoint.ts'
import { ErrorResponse } from '#contract/core/errors.ts'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { Role } from '#contract/permissions.ts'
import { type AppParts, buildApp } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { cloneDatabase } from './database.ts'
import { createFactories } from './factories.ts'
import { logStatements } from './statement-log.ts'
import { findUnnamedTables } from './table-subjects.ts'

export const testPassword = 'a long test password'
/** Cheap on purpose: the cost of a real hash is not what tests are about. */
const cheapHashOptions = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

/** A refused call, as the caller sees it. */
export class CallRefused extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  constructor(status: number, refusal: ErrorResponse) {
    super(`${status} ${refusal.code}: ${refusal.message}`)
    this.status = status
    this.code = refusal.code
    this.fields = refusal.fields
  }
}

type PlainRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  content?: Blob
}

/** What is sent as the body, with its type: JSON, or the bytes of a file. */
const buildPayload = async ({ body, content }: PlainRequest) => {
  if (content) return { payload: Buffer.from(await content.arrayBuffer()), headers: { 'content-type': content.type } }
  return body === undefined ? {} : { payload: body as object }
}

/** A screen is refreshed by subjects: what a call changes or reads has to be among those that its contract names. */
const assertSubjectsNamed = (endpoint: EndpointSpec, statements: Iterable<string>): void => {
  const unnamed = findUnnamedTables(endpoint, statements)
  if (unnamed.length === 0) return
  const word = endpoint.method === 'GET' ? 'reads' : 'changes'
  throw new Error(`${endpoint.method} ${endpoint.path} ${word} ${unnamed.join(', ')}: name it in the contract`)
}

/** The whole server on a database of its own: call it as somebody, make records, drop it at the end. */
export const createTestTenant = async (
  prefix: Prefix = 'dino',
  now: () => number = () => Date.parse('2026-06-15T10:00:00Z'),
  /** Settings that differ from the defaults, as the environment would set them. */
  environment: Record<string, string> = {},
) => {
  const database = await cloneDatabase()
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const home = join(tmpdir(), `atalaya-home-${randomUUID()}`)
  // Tests that send many calls at once are about their order, not about how busy the machine is.
  const tenants = openTenants({ ownerUrl: database.ownerUrl, secret: database.secret, poolSize: 4, patience: 60_000 })
  /** A server on this database: another one is what is there after a restart, or in a second process. */
  const start = (parts: Partial<AppParts> = {}) =>
    buildApp({
      config: { ...readConfig({ ATALAYA_HOME: home, ...environment }), logLevel: 'silent' },
      tenants,
      secret: database.secret,
      clock: now,
      ...parts,
    })
  const app = await start()
  const { db } = tenants.of(prefix)

  /** Calls with a token; with more headers, and at another server, where they are given. */
  const callerWith = (token: string | undefined, more: Record<string, string> = {}, at = app) => {
    const headers = { ...(token && { authorization: `JWT ${token}` }), ...more }
    const send = async (endpoint: EndpointSpec, sent: PlainRequest) => {
      const { headers: ofBody, ...payload } = await buildPayload(sent)
      const request = {
        method: endpoint.method,
        url: buildEndpointPath(endpoint).replace(/:(\w+)/g, (_, name: string) =>
          encodeURIComponent(String(sent.params?.[name])),
        ),
        query: Object.fromEntries(Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)])),
        // Every wish is a new one, unless the caller names it.
        headers: { ...(endpoint.idempotent && { [idempotencyKeyHeader]: randomUUID() }), ...headers, ...ofBody },
        ...(endpoint.stream ? { payloadAsStream: true as const } : {}),
        ...payload,
      }
      const { result, sent: statements } = await logStatements(() => at.inject(request))
      if (result.statusCode === 200 && !endpoint.stream)
        assertSubjectsNamed(
          endpoint,
          statements.map(({ text }) => text),
        )
      return result
    }
    /** The parsed answer; throws CallRefused. Each answer is held against the strict schema of the contract. */
    const call = async <E extends EndpointSpec>(endpoint: E, sent: RequestInput<E>): Promise<ResponseBody<E>> => {
      const response = await send(endpoint, sent as PlainRequest)
      if (response.statusCode !== 200) throw new CallRefused(response.statusCode, ErrorResponse.parse(response.json()))
      return endpoint.output.parse(response.json()) as ResponseBody<E>
    }
    return { token, send, call }
  }

  /** A user of the role with a session; with a CVL they are that member of staff. At home in the tenant's prefix unless told otherwise. */
  const as = async (role: Role, cvl?: string, home: Prefix = prefix) => {
    passwordHash ??= hash(testPassword, cheapHashOptions)
    const name = `${role}-${randomUUID().slice(0, 8)}`
    const { rows } = await owner.query<{ id: string }>(
      `with u as (insert into registry.app_user (email, username, full_name, idioma, home_prefix) values ($1, $2, $2, $3, $4) returning id),
            c as (insert into registry.credential (user_id, password_hash) select id, $5 from u),
            m as (insert into registry.membership (user_id, prefix, role, cvl) select id, $4, $6, $7 from u)
       select id from u`,
      [`${name}@test.example`, name, defaultLanguageByPrefix[home], home, await passwordHash, role, cvl ?? null],
    )
    const signedIn = await app.inject({
      method: 'POST',
      url: '/ApiRest/api/auth/login',
      payload: { identity: name, password: testPassword },
    })
    if (signedIn.statusCode !== 200) throw new Error(`sign-in failed: ${signedIn.body}`)
    return { ...callerWith(signedIn.json().token), username: name, email: `${name}@test.example`, userId: rows[0]!.id }
  }

  return {
    ...database,
    prefix,
    owner,
    /** The home of its server: a folder that is made when something is put there. */
    home,
    tenants,
    app,
    start,
    db,
    make: createFactories(db, prefix),
    as,
    nobody: callerWith(undefined),
    callerWith,
    serverUrl: inject('testServer').ownerUrl,
    drop: async () => {
      await app.close()
      await tenants.close()
      await owner.end()
      await database.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type TestTenant = Awaited<ReturnType<typeof createTestTenant>>
