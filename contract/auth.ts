import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { Idioma, Instant, Prefix } from './core/values.ts'
import { DefaultListView } from './list-views.ts'
import { moduleKeys, permissionActions, roles } from './permissions.ts'
import { Currency, Preferences } from './personal-area/preferences.ts'

const credentialFields = { identity: z.string().trim().min(1).max(254), password: z.string().min(1).max(1000) }

/** The header in which a tab says what it believes of its session: `tabHeaderOf`. Another belief than the server's is 409 `session.changed`. */
export const tabSessionHeader = 'x-atalaya-tab'
/** What a tab sends of its session with each call: id, prefix and the acting CVL ('-' for none), with blanks between. */
export const formatTabSessionHeader = (session: {
  sessionId: string
  prefix: string
  actingCvl: string | null
}): string => `${session.sessionId} ${session.prefix} ${session.actingCvl ?? '-'}`

/** Without mouse, key, click, scroll or touch for so long, a session is over. Milliseconds, set by the specification. */
export const idleLimitMs = 1_800_000
/** The warning's countdown before that. */
export const idleWarningMs = 120_000

/** What the login calls answer, in the specification's words. The token is a JWT, sent back in the header `Authorization: JWT {token}`. */
const SignInResult = z.object({ token: z.string(), username: z.string(), email: z.string(), idioma: Idioma })

/** The specification's login call: credentials in the query, or, as our web app sends them, in a JSON body. */
export const login = defineEndpoint({
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/auth/login',
  changes: [],
  summary: 'Sign in with e-mail or user name and password',
  open: 'anybody',
  query: z.object(credentialFields).partial(),
  body: z.object(credentialFields).partial(),
  output: SignInResult,
})

/** The specification's Google call, on the host {api2}. `token` is Google's id token; the e-mail must be a user's. */
export const loginWithGoogle = defineEndpoint({
  method: 'POST',
  at: 'root',
  path: '/api/auth/google-login',
  changes: [],
  summary: 'Sign in with a Google id token',
  open: 'anybody',
  body: z.object({ token: z.string().min(1).max(8000) }),
  output: z.object({
    token: z.string(),
    user: z.object({ username: z.string(), email: z.string(), idioma: Idioma }),
  }),
})

/** Where the browser goes to sign in with Google: the full address is made from these. 409 where no client is configured. */
export const getGoogleSignInConfig = defineEndpoint({
  method: 'GET',
  path: '/google',
  summary: 'How to sign in with Google here',
  open: 'anybody',
  output: z.object({ clientId: z.string(), authorizationEndpoint: z.string(), scopes: z.array(z.string()) }),
})

/** Tells by specification whether an e-mail is known, so it is limited hard; the name only to somebody who is signed in. */
export const checkEmail = defineEndpoint({
  method: 'GET',
  at: 'root',
  path: '/ApiRest/api/auth/check-email',
  summary: 'Whether somebody can sign in with this e-mail',
  open: 'anybody',
  query: z.object({ email: z.string().trim().min(1).max(254) }),
  output: z.object({ exists: z.boolean(), username: z.string().nullable() }),
})

/** Sends the link that sets a new password. Answers the same plain text, in the same time, for unknown people. */
export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/auth/password-change',
  changes: [],
  summary: 'Send a link that sets a new password; answers plain text',
  open: 'anybody',
  query: z.object({ email: z.string().trim().min(1).max(254) }),
  output: z.string(),
})

/** How many characters a password has: long enough to hold, short enough to hash. */
export const passwordLengthLimits = { shortest: 10, longest: 1000 }
export const NewPassword = z.string().min(passwordLengthLimits.shortest).max(passwordLengthLimits.longest)

/** Behind the link: single use, 30 minutes. Ends every session of the person. */
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/password-resets',
  changes: [],
  summary: 'Set a new password with the link of the e-mail; ends all sessions of the person',
  open: 'anybody',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
  output: z.object({ changed: z.literal(true) }),
})

/** The specification's navigation audit. `usuario` is ignored for the session's user. */
export const auditNavigation = defineEndpoint({
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/audit',
  changes: [],
  allowedInViewReason: 'the audit has both identities',
  summary: 'Note that I opened a module',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  body: z.object({ modulo: z.enum(moduleKeys), usuario: z.string().max(254).optional() }),
  output: z.object({ noted: z.literal(true) }),
})

export const Maintenance = z.object({
  since: Instant,
  /** What people read while it lasts; empty for the usual words. */
  message: z.string().max(500),
  until: Instant.nullable(),
})
export type Maintenance = z.infer<typeof Maintenance>

export const Session = z.object({
  sessionId: z.string(),
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  idioma: Idioma,
  prefix: Prefix,
  prefixes: z.array(Prefix),
  role: z.enum(roles),
  /** The person's own CVL; null for somebody who isn't staff, an administrator for example. */
  cvl: z.string().nullable(),
  /** In whose view the person works now; null in their own. */
  actingCvl: z.string().nullable(),
  actingName: z.string().nullable(),
  /** Another's view only shows, unless the person may work there too. */
  mayWorkInView: z.boolean(),
  /** Whether the person may choose another's view at all. */
  mayChangeView: z.boolean(),
  /** Of the office from which the person looks now. */
  zoneName: z.string().nullable(),
  /** What the person may do now: in another's view, what both may. */
  permissions: z.array(z.object({ module: z.enum(moduleKeys), actions: z.array(z.enum(permissionActions)) })),
  /** Whether the clients that the person sees are their own: a manager's name says nothing then. */
  seesOwnClientsOnly: z.boolean(),
  businessDate: z.iso.date(),
  timeZone: z.string(),
  locale: z.string(),
  expiresAt: Instant,
  /** False for somebody who signs in with Google only: they unlock with Google too. */
  hasPassword: z.boolean(),
  preferences: Preferences,
  /** Currencies that amounts can be shown in besides euros: how many of them make one euro, and since when. */
  currencies: z.array(z.object({ code: Currency, perEuro: z.string(), validFrom: z.iso.date() })),
  /** Whether the administrator lets people open the panel of layout settings. */
  settingsPanel: z.boolean(),
  unreadNotifications: z.number().int(),
  /** The views that lists open with: none of them asks for one before its first page. */
  defaultViews: z.array(DefaultListView),
  /** Only an administrator gets this far while it is on: everybody else is answered 503 `maintenance`. */
  maintenance: Maintenance.nullable(),
  /** The role needs a second factor and the person has none yet: until then only enrolling one is answered. */
  enrolment: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/session',
  summary: 'Who I am here: roles, permissions, prefix, business date',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  output: Session,
})

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/session/sign-out',
  changes: [],
  allowedInViewReason: 'ends the session',
  summary: 'Ends this session: its token is refused from now on',
  open: 'signedIn',
  allowedSessionStates: ['locked', 'secondFactor', 'enrolment', 'maintenance'],
  body: z.object({}),
  output: z.object({ signedOut: z.literal(true) }),
})

/** From now on nearly every call is 423 `session.locked`, until `unlock`. */
export const lockSession = defineEndpoint({
  method: 'POST',
  path: '/session/lock',
  changes: [],
  allowedInViewReason: 'closes the session',
  summary: 'Lock this session until the password is given again',
  open: 'signedIn',
  allowedSessionStates: ['locked', 'enrolment'],
  body: z.object({}),
  output: z.object({ locked: z.literal(true) }),
})

/**
 * With the password, or with a new Google id token for somebody who has no password. Slowed down as sign-in is. Whatever else the
 * session waits for goes on: a lock and a second factor that is asked for meanwhile must not guard each other.
 */
export const unlockSession = defineEndpoint({
  method: 'POST',
  path: '/session/unlock',
  changes: [],
  allowedInViewReason: 'opens the session',
  summary: 'Open a locked session again',
  open: 'signedIn',
  allowedSessionStates: ['locked', 'secondFactor', 'enrolment', 'maintenance'],
  body: z.object({ password: z.string().min(1).max(1000).optional(), googleToken: z.string().max(8000).optional() }),
  output: z.object({ locked: z.literal(false) }),
})

/** Sent by the web app while its user moves, at most once a minute: reading alone doesn't keep a session alive. */
export const sendHeartbeat = defineEndpoint({
  method: 'POST',
  path: '/session/heartbeat',
  changes: [],
  allowedInViewReason: 'keeps the session going',
  summary: 'The person was active so long ago (milliseconds); keeps the session from ending as idle',
  open: 'signedIn',
  allowedSessionStates: ['locked', 'secondFactor', 'enrolment', 'maintenance'],
  isBackground: true,
  body: z.object({ idleFor: z.number().int().min(0).max(idleLimitMs) }),
  output: z.object({ endsAt: Instant }),
})

/** Ends this session and opens one in the other prefix: every cache of the caller is to be emptied. */
export const switchPrefix = defineEndpoint({
  method: 'POST',
  path: '/session/prefix',
  changes: [],
  allowedInViewReason: 'leaves the view',
  summary: 'Work in another prefix: answers a new token and ends the old one',
  open: 'signedIn',
  body: z.object({ prefix: Prefix }),
  output: SignInResult,
})

/** My other sign-ins that are still good. */
export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/me/sessions',
  about: ['personal'],
  summary: 'Where I am signed in',
  open: 'signedIn',
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        prefix: Prefix,
        address: z.string().nullable(),
        /** The browser as it named itself. */
        agent: z.string().nullable(),
        createdAt: Instant,
        activeAt: Instant,
        expiresAt: Instant,
      }),
    ),
  }),
})

export const endOtherSession = defineEndpoint({
  method: 'DELETE',
  path: '/me/sessions/:sessionId',
  changes: ['personal'],
  allowedInViewReason: 'whoever has lost a device signs it out at once',
  summary: 'End session',
  open: 'signedIn',
  params: z.object({ sessionId: z.uuid() }),
  output: z.object({ ended: z.literal(true) }),
})

/** The old password is asked again; all other sessions of the person end. */
export const changeOwnPassword = defineEndpoint({
  method: 'POST',
  path: '/me/password',
  changes: ['personal'],
  summary: 'Change my password; ends my other sessions',
  open: 'signedIn',
  body: z.object({ current: z.string().min(1).max(1000), password: NewPassword }),
  output: z.object({ changed: z.literal(true) }),
})

/** What the sign-in page and the maintenance page may know without a session. */
export const getMaintenanceStatus = defineEndpoint({
  method: 'GET',
  path: '/status',
  summary: 'Which prefixes are under maintenance',
  open: 'anybody',
  output: z.object({ maintenance: z.array(Maintenance.extend({ prefix: Prefix })) }),
})
