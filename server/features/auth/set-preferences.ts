import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { getOfferedLanguages } from '#contract/core/languages.ts'
import type * as preferences from '#contract/personal-area/preferences.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findSessionCurrencies } from './session.queries.ts'

type PreferencesInput = ParsedRequest<typeof preferences.setPreferences>['body']

/** Throws `request.invalid` naming what can't be chosen here. */
const assertKnownPreferences = async (ctx: Ctx, { language, activeCurrency }: PreferencesInput): Promise<void> => {
  const fields: Record<string, string> = {}
  if (language && !getOfferedLanguages(ctx.prefix).includes(language)) fields.language = 'notOffered'
  if (activeCurrency && activeCurrency !== 'EUR') {
    const currencies = await findSessionCurrencies(ctx)
    if (!currencies.some(({ code }) => code === activeCurrency)) fields.activeCurrency = 'noRate'
  }
  if (Object.keys(fields).length > 0) throw buildRefusal('request.invalid', { fields })
}

/** Sets what is given, of the layout each key for itself, and leaves the rest; null takes a choice back. One statement. */
export const setPreferences = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof preferences.setPreferences>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof preferences.setPreferences>> => {
  await assertKnownPreferences(ctx, body)
  const { layout, language, activeCurrency, favourites, startPage, dayMail, dashboard } = body
  const [set] = await deps.tenants.signIn().queryPrepared<preferences.Preferences>(
    'set preferences',
    `insert into preference as p (user_id, layout, language, active_currency, changed_at, favourites, start_page, day_mail, dashboard)
     values ($1, $3, $5, $7, $8, coalesce($9::text[], '{}'), $11, coalesce($12, false), $14::text[])
     on conflict (user_id) do update set
       layout = case when not $2 then p.layout when excluded.layout is null then null
                     else coalesce(p.layout, '{}') || excluded.layout end,
       language = case when $4 then excluded.language else p.language end,
       active_currency = case when $6 then excluded.active_currency else p.active_currency end,
       favourites = coalesce($9::text[], p.favourites),
       start_page = case when $10 then excluded.start_page else p.start_page end,
       day_mail = coalesce($12, p.day_mail),
       dashboard = case when $13 then excluded.dashboard else p.dashboard end,
       changed_at = excluded.changed_at
     returning layout, language, active_currency as "activeCurrency", favourites,
       start_page as "startPage", day_mail as "dayMail", dashboard`,
    [
      ctx.person.userId,
      layout !== undefined,
      layout ? JSON.stringify(layout) : null,
      language !== undefined,
      language ?? null,
      activeCurrency !== undefined,
      activeCurrency ?? null,
      new Date(deps.clock()).toISOString(),
      favourites ? [...new Set(favourites)] : null,
      startPage !== undefined,
      startPage ?? null,
      dayMail ?? null,
      dashboard !== undefined,
      dashboard ? [...new Set(dashboard)] : null,
    ],
  )
  return set!
}
