import { useMemo } from 'react'
import { tenantFacts } from '#contract/core/tenants.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { SettingsEntry, SettingsPart } from './settings-parts.ts'

const catalogueKinds = ['zones', 'offices', 'subcompanies', 'cancellationReasons'] as const

/** What people choose from, and the texts that clients sign. */
const useCatalogueEntries = (): readonly SettingsEntry[] => {
  const { t } = useTranslation(['reference', 'records', 'consents', 'client-erasures'])
  return useMemo(
    () => [
      ...catalogueKinds.map((kind) => ({
        part: 'reference' as const,
        section: `reference-${kind}`,
        title: t(`reference:kinds.${kind}.title`),
        words: t(`reference:kinds.${kind}.lead`),
      })),
      { part: 'reference', section: 'tags', title: t('records:manage.title'), words: t('records:manage.lead') },
      { part: 'consents', title: t('consents:settings.title'), words: t('consents:settings.lead') },
      {
        part: 'retention',
        title: t('client-erasures:retention.settingsTitle'),
        words: t('client-erasures:retention.settingsLead'),
      },
    ],
    [t],
  )
}

/** Who is credited with money raised. */
const useAttributionEntries = (): readonly SettingsEntry[] => {
  const { t } = useTranslation(['settings', 'attribution'])
  return useMemo(
    () => [
      {
        part: 'attribution',
        section: 'attribution-rules',
        title: t('attribution:rules.title'),
        words: `${t('parts.attribution')} ${t('attribution:rules.lead')}`,
      },
      {
        part: 'attribution',
        section: 'reinvestment-days',
        title: t('attribution:days.title'),
        words: t('attribution:days.lead'),
      },
    ],
    [t],
  )
}

/** What margins are reckoned with. */
const useMarginEntries = (): readonly SettingsEntry[] => {
  const { t } = useTranslation('profitability')
  return useMemo(
    () =>
      (['transferRates', 'directCosts'] as const).map((key) => ({
        part: 'profitability',
        section: `profitability-${key}`,
        title: t(`settings.${key}.title`),
        words: t(`settings.${key}.lead`),
      })),
    [t],
  )
}

/** What stands between what money follows and what is told to people. */
const useOtherEntries = (): readonly SettingsEntry[] => {
  const { t } = useTranslation(['settings', 'ledgers'])
  const attribution = useAttributionEntries()
  const margins = useMarginEntries()
  const catalogues = useCatalogueEntries()
  return useMemo(
    () => [
      ...attribution,
      ...margins,
      { part: 'accounting', title: t('ledgers:title'), words: t('parts.accounting') },
      ...catalogues,
    ],
    [t, attribution, margins, catalogues],
  )
}

/** Titles and leads of all sections, for the search. Those of parts that the person doesn't have are left out. */
export const useSettingsEntries = (offered: readonly SettingsPart[]): SettingsEntry[] => {
  const { t } = useTranslation(['settings', 'limits', 'withholding', 'notices', 'presentations'])
  const others = useOtherEntries()
  const paysInEuros = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].payCurrency === 'EUR')
  return useMemo(() => {
    const title = t('limits:rates.title')
    const words = t('limits:rates.lead')
    const rates: SettingsEntry = { part: 'payments', section: 'payment-rates', title, words }
    const entries: SettingsEntry[] = [
      { part: 'checks', title: t('checks.title'), words: t('checks.lead') },
      { part: 'secondFactor', title: t('secondFactor.title'), words: t('secondFactor.lead') },
      { part: 'google', title: t('google.title'), words: t('google.off') },
      { part: 'panel', title: t('panel.title'), words: t('panel.label') },
      {
        part: 'payments',
        section: 'firm-account',
        title: t('limits:account.title'),
        words: `IBAN ${t('limits:account.lead')}`,
      },
      ...(paysInEuros ? [] : [rates]),
      {
        part: 'payments',
        section: 'limits-withdrawal',
        title: t('limits:withdrawal.title'),
        words: t('limits:withdrawal.lead'),
      },
      {
        part: 'payments',
        section: 'limits-contribution',
        title: t('limits:contribution.title'),
        words: t('limits:contribution.lead'),
      },
      {
        part: 'payments',
        section: 'contribution-rules',
        title: t('limits:rules.title'),
        words: t('limits:rules.lead'),
      },
      { part: 'payments', section: 'limits-bonus', title: t('limits:bonus.title'), words: t('limits:bonus.lead') },
      { part: 'currencies', title: t('currencies.title'), words: t('currencies.lead') },
      {
        part: 'withholding',
        section: 'withholding-payer',
        title: t('withholding:payer.title'),
        words: t('withholding:payer.lead'),
      },
      {
        part: 'withholding',
        section: 'withholding-rates',
        title: t('withholding:rates.title'),
        words: t('withholding:rates.lead'),
      },
      ...others,
      { part: 'presentations', title: t('presentations:settings.title'), words: t('presentations:settings.lead') },
      { part: 'notices', title: t('notices:settings.title'), words: t('notices:settings.lead') },
      { part: 'mail', title: t('mail.title'), words: 'SMTP' },
      { part: 'maintenance', title: t('maintenance.title'), words: t('maintenance.lead') },
    ]
    return entries.filter(({ part }) => offered.includes(part))
  }, [t, paysInEuros, others, offered])
}
