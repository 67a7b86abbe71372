import { getDemo } from '#contract/demo.ts'
import { roleGrants } from '#contract/permissions.ts'
import type { Session } from '#contract/session.ts'
import { getSession, login, signOut } from '#contract/session.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { type Route, serve, serveAnybody } from '#server/core/serve.ts'
import { signIn } from './sign-in.ts'

const sessionOf = async ({ person, prefix, businessDate }: Ctx): Promise<Session> => {
  const { modules } = roleGrants[person.role]
  const { locale, timeZone } = tenantFacts[prefix]
  return {
    username: person.username,
    email: person.email,
    fullName: person.fullName,
    idioma: person.idioma,
    prefix,
    prefixes: person.prefixes,
    role: person.role,
    scope: person.scope,
    cvl: person.cvl,
    zoneName: person.zoneName,
    permissions: Object.entries(modules).map(([module, actions]) => ({
      module,
      actions: [...actions],
    })) as Session['permissions'],
    businessDate,
    timeZone,
    locale,
    expiresAt: person.expiresAt,
  }
}

const endSession = async ({ tenant, person }: Ctx) => {
  await tenant.fixed('end session', 'select registry.end_session($1)', [person.sessionId])
  return { signedOut: true as const }
}

export const sessionRoutes: readonly Route[] = [
  serveAnybody(login, signIn),
  serveAnybody(getDemo, async (_, { serving: { signIns } }) => ({ demo: signIns.length > 0, signIns: [...signIns] })),
  serve(getSession, sessionOf),
  serve(signOut, endSession),
]
