import { sql } from 'kysely'
import type { getFormDraft } from '#contract/auth/drafts.ts'
import type { getMaintenanceStatus, listSessions, Session } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { defaultLanguageByPrefix, getOfferedLanguages } from '#contract/core/languages.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { dashboardBlocks } from '#contract/figures/dashboard-blocks.ts'
import { moduleKeys, permissionActions } from '#contract/permissions.ts'
import type { Preferences } from '#contract/personal-area/preferences.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { getIdleThreshold, isBlockedByView } from '#server/core/session.ts'
import { findDefaultListViews } from '#server/domain/list-views.ts'

type SessionExtras = Pick<Preferences, 'layout' | 'language' | 'favourites' | 'dashboard'> & {
  start_page: Preferences['startPage']
  day_mail: boolean
  has_password: boolean
  home_prefix: Prefix
  active_currency: string | null
  settings_panel: boolean
  unread: number
}

/** What each currency is worth today. */
export const findSessionCurrencies = async ({ db, businessDate }: Ctx): Promise<Session['currencies']> =>
  db
    .selectFrom('currencyRate')
    .distinctOn('currency')
    .select(['currency as code', 'validFrom', sql<string>`trim_scale(per_euro)::text`.as('perEuro')])
    .where('validFrom', '<=', businessDate)
    .orderBy('currency')
    .orderBy('validFrom', 'desc')
    .execute()

/** What was chosen, as far as this prefix has it: a choice made in another one may not be on offer here. */
const toPrefixPreferences = (
  prefix: Prefix,
  { layout, language, active_currency, favourites, start_page, day_mail, dashboard }: SessionExtras,
  currencies: Session['currencies'],
): Preferences => ({
  layout,
  language: language && getOfferedLanguages(prefix).includes(language) ? language : null,
  activeCurrency:
    active_currency === 'EUR' || currencies.some(({ code }) => code === active_currency) ? active_currency : null,
  favourites,
  startPage: start_page,
  dayMail: day_mail,
  // A block of another release may be gone.
  dashboard:
    dashboard &&
    dashboardBlocks
      .filter((known) => dashboard.includes(known))
      .sort((one, other) => dashboard.indexOf(one) - dashboard.indexOf(other)),
})

/** All that the page needs before its first screen. Throws `session.invalid` where the person's membership has ended. */
export const findSession = async (ctx: Ctx, _: unknown, { deps }: HttpContext): Promise<Session> => {
  const { person, prefix, tenant } = ctx
  const { locale, timeZone } = tenantFacts[prefix]
  const [[extras], currencies, defaultViews] = await Promise.all([
    tenant.queryPrepared<SessionExtras>('extras', 'select * from registry.session_extras($1)', [person.sessionId]),
    findSessionCurrencies(ctx),
    findDefaultListViews(ctx, deps.lists),
  ])
  if (!extras) throw buildRefusal('session.invalid')
  return {
    sessionId: person.sessionId,
    username: person.username,
    email: person.email,
    fullName: person.fullName,
    // The person's own language at home; elsewhere the one that follows the prefix.
    idioma: prefix === extras.home_prefix ? person.idioma : defaultLanguageByPrefix[prefix],
    prefix,
    prefixes: person.prefixes,
    role: person.role,
    cvl: person.cvl,
    actingCvl: person.actingCvl,
    actingName: person.actingCvl === null ? null : person.membership.fullName,
    mayWorkInView: person.ownRights.may('bt_CambioCVL', 'edit'),
    mayChangeView: person.ownRights.may('bt_CambioCVL', 'view'),
    zoneName: person.membership.zoneName,
    permissions: moduleKeys
      .map((module) => ({
        module,
        actions: permissionActions.filter(
          (action) => person.rights.may(module, action) && !isBlockedByView(person, action),
        ),
      }))
      .filter((permission) => permission.actions.length > 0),
    seesOwnClientsOnly: person.rights.getDecision('bt_Clientes', 'view').scopes.every((scope) => scope === 'own'),
    businessDate: ctx.businessDate,
    timeZone,
    locale,
    expiresAt: person.expiresAt,
    hasPassword: extras.has_password,
    preferences: toPrefixPreferences(prefix, extras, currencies),
    currencies,
    settingsPanel: extras.settings_panel,
    unreadNotifications: extras.unread,
    defaultViews,
    maintenance: person.maintenance,
    enrolment: person.states.includes('enrolment'),
  }
}

/** Where I am signed in, in every prefix: this session first, then the one used last. */
export const findSessions = async (
  { person }: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof listSessions>> => {
  const now = deps.clock()
  const sessions = await deps.tenants.signIn().queryPrepared<ResponseBody<typeof listSessions>['sessions'][number]>(
    'sessions',
    `select s.id, s.id = $2 as current, s.prefix, s.address, s.agent, s.created_at as "createdAt",
            coalesce(s.active_at, s.created_at) as "activeAt", s.expires_at as "expiresAt"
       from session s
      where s.user_id = $1 and s.revoked_at is null and s.expires_at > $3 and coalesce(s.active_at, s.created_at) > $4
      order by current desc, coalesce(s.active_at, s.created_at) desc, s.id`,
    [person.userId, person.sessionId, new Date(now).toISOString(), new Date(getIdleThreshold(now)).toISOString()],
  )
  return { sessions }
}

/** What I had typed into a form in this prefix. */
export const findDraft = async (
  { person, prefix }: Ctx,
  { params: { form } }: ParsedRequest<typeof getFormDraft>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getFormDraft>> => {
  const [row] = await deps.tenants
    .signIn()
    .queryPrepared<Omit<NonNullable<ResponseBody<typeof getFormDraft>['draft']>, 'form'>>(
      'draft',
      `select content as values, saved_at as "savedAt" from draft where user_id = $1 and prefix = $2 and form = $3`,
      [person.userId, prefix, form],
    )
  return { draft: row ? { form, ...row } : null }
}

/** Prefixes under maintenance, for whoever asks. */
export const findMaintenanceStatus = async (
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getMaintenanceStatus>> => {
  type Row = ResponseBody<typeof getMaintenanceStatus>['maintenance'][number]
  const rows = await deps.tenants
    .signIn()
    .queryPrepared<{ prefix: Prefix; maintenance: Omit<Row, 'prefix'> }>(
      'status',
      'select prefix, maintenance from tenant where maintenance is not null order by ordinal',
      [],
    )
  return { maintenance: rows.map(({ prefix, maintenance }) => ({ prefix, ...maintenance })) }
}
