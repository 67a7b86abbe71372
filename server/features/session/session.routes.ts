import { sql } from 'kysely'
import { getDemo } from '#contract/demo.ts'
import { roleGrants } from '#contract/permissions.ts'
import type { Preferences } from '#contract/preferences.ts'
import type { Session } from '#contract/session.ts'
import { getSession, login, signOut } from '#contract/session.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { type Route, serve, serveAnybody } from '#server/core/serve.ts'
import { signIn } from './sign-in.ts'

type Extras = Preferences & {
  has_password: boolean
  active_currency: string | null
  settings_panel: boolean
  unread: number
}

/** What each currency is worth today. */
const ratesOf = async ({ db, businessDate }: Ctx): Promise<Session['currencies']> =>
  db
    .selectFrom('currencyRate')
    .distinctOn('currency')
    .select(['currency as code', 'validFrom', sql<string>`trim_scale(per_euro)::text`.as('perEuro')])
    .where('validFrom', '<=', businessDate)
    .orderBy('currency')
    .orderBy('validFrom', 'desc')
    .execute()

const sessionOf = async (ctx: Ctx): Promise<Session> => {
  const { person, prefix, tenant } = ctx
  const { modules } = roleGrants[person.role]
  const { locale, timeZone } = tenantFacts[prefix]
  const [[extras], currencies] = await Promise.all([
    tenant.fixed<Extras>('extras', 'select * from registry.session_extras($1)', [person.sessionId]),
    ratesOf(ctx),
  ])
  if (!extras) throw refuse('session.invalid')
  return {
    sessionId: person.sessionId,
    username: person.username,
    email: person.email,
    fullName: person.fullName,
    idioma: person.idioma,
    prefix,
    prefixes: person.prefixes,
    role: person.role,
    scope: person.scope,
    cvl: person.cvl,
    actingCvl: person.actingCvl,
    zoneName: person.zoneName,
    permissions: Object.entries(modules).map(([module, actions]) => ({
      module,
      actions: [...actions],
    })) as Session['permissions'],
    businessDate: ctx.businessDate,
    timeZone,
    locale,
    expiresAt: person.expiresAt,
    hasPassword: extras.has_password,
    preferences: { layout: extras.layout, language: extras.language, activeCurrency: extras.active_currency },
    currencies,
    settingsPanel: extras.settings_panel,
    unreadNotifications: extras.unread,
    maintenance: person.maintenance,
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
