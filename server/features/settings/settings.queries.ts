import { type Kysely, sql } from 'kysely'
import type { CurrencyRate, Settings } from '#contract/settings.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { findSettingsEditorRoles } from './locking-roles.ts'

/** The settings that stand beside the prefix's name in the registry, because signing in needs them. */
export type OwnSettings = Pick<Settings, 'maintenance' | 'settingsPanel' | 'secondFactorRoles' | 'version'>

/** Of the caller's prefix: its row of the registry, which no other prefix can read. */
export const findOwnSettings = async (db: Kysely<DB>): Promise<OwnSettings> => {
  const { rows } = await sql<OwnSettings>`
    select maintenance, settings_panel as "settingsPanel", second_factor_roles as "secondFactorRoles", settings_version as "version"
      from registry.own_settings()`.execute(db)
  return rows[0]!
}

/** Every rate that was ever set, currency by currency, the newest first. */
const findCurrencyRates = (db: Kysely<DB>): Promise<CurrencyRate[]> =>
  db
    .selectFrom('currencyRate')
    .select(['currency', 'validFrom', sql<string>`trim_scale(per_euro)::text`.as('perEuro'), 'setAt', 'setBy'])
    .orderBy('currency')
    .orderBy('validFrom', 'desc')
    .execute()

const findMailStatus = async (db: Kysely<DB>): Promise<{ waiting: number; failed: number }> =>
  (await sql<{ waiting: number; failed: number }>`select * from registry.mail_state()`.execute(db)).rows[0]!

/** All of the screen, with the changes that wait and the roles whose requirement of a second factor needs a second person. */
export const findSettings = async (
  { db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>,
  { config, clock }: Pick<EndpointDeps, 'config' | 'clock'>,
): Promise<Settings> => {
  const [own, rates, mail, waiting, lockingRoles] = await Promise.all([
    findOwnSettings(db),
    findCurrencyRates(db),
    findMailStatus(db),
    findPendingSettingChanges(db, ['secondFactorRole'], clock()),
    findSettingsEditorRoles(db, businessDate),
  ])
  return {
    ...own,
    waiting,
    lockingRoles,
    google: {
      configured: config.googleClientId !== undefined,
      clientId: config.googleClientId ?? null,
      issuer: config.googleIssuer,
    },
    mail: { way: config.smtpUrl ? 'smtp' : 'mailbox', ...mail },
    rates,
  }
}
