import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { Idioma, Instant, Prefix } from './core/values.ts'
import { actions, moduleKeys, roles, scopes } from './permissions.ts'

const credentials = { identity: z.string().trim().min(1).max(254), password: z.string().min(1).max(1000) }

/**
 * The specification's login call: credentials in the query, or, as our web app sends them, in a JSON body.
 * The token is a JWT, sent back in the header `Authorization: JWT {token}`.
 */
export const login = endpoint({
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/auth/login',
  summary: 'Sign in with e-mail or user name and password',
  open: 'anybody',
  query: z.object(credentials).partial(),
  body: z.object(credentials).partial(),
  output: z.object({ token: z.string(), username: z.string(), email: z.string(), idioma: Idioma }),
})

export const Session = z.object({
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  idioma: Idioma,
  prefix: Prefix,
  prefixes: z.array(Prefix),
  role: z.enum(roles),
  scope: z.enum(scopes),
  /** The person's own CVL; null for somebody who isn't staff, an administrator for example. */
  cvl: z.string().nullable(),
  zoneName: z.string().nullable(),
  permissions: z.array(z.object({ module: z.enum(moduleKeys), actions: z.array(z.enum(actions)) })),
  businessDate: z.iso.date(),
  timeZone: z.string(),
  locale: z.string(),
  expiresAt: Instant,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({
  method: 'GET',
  path: '/session',
  summary: 'Who I am here: roles, permissions, prefix, business date',
  open: 'signedIn',
  output: Session,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/session/sign-out',
  summary: 'Ends this session: its token is refused from now on',
  open: 'signedIn',
  body: z.object({}),
  output: z.object({ signedOut: z.literal(true) }),
})
