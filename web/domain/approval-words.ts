import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApprovalRow, type CheckName, checkNames } from '#contract/approvals.ts'
import { entryKinds } from '#contract/manual-entries.ts'
import { noticeTopics } from '#contract/notices.ts'
import { limitKinds } from '#contract/payment-settings.ts'
import { actions, moduleKeys, roles } from '#contract/permissions.ts'
import { namedRegions, payeeChoices } from '#contract/withholding.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { type Format, useFormat } from '#web/core/format.ts'

type Told = Pick<ApprovalRow, 'task' | 'params'> & Partial<Pick<ApprovalRow, 'aboutName' | 'clientCvl'>>

/** What the tasks about one person, product, bank account or account do, each with its sentence. */
const changes = [
  ...(['role', 'access', 'restore', 'grant', 'deny', 'end'] as const),
  ...([
    'productNew',
    'productSettings',
    'productRates',
    'bankAdd',
    'bankDefault',
    'bankEnd',
    'signOne',
    'signAll',
  ] as const),
] as const

/** Those that move money of an account. */
const moves = [
  ...(['contribution', 'confirmation', 'receipt', 'withdrawal', 'reversal', 'payout', 'clearance'] as const),
  ...(['paymentReturn', 'cancellation'] as const),
] as const

type Translate = TFunction<['approvals', 'access', 'shell']>

/** The terms that a sentence is made of. */
const termsOf = (t: Translate, format: Format, countryName: (code: string) => string) => {
  const roleOf = (code: string | undefined): string => {
    const role = roles.find((one) => one === code)
    return role ? t(`shell:roles.${role}`) : (code ?? '–')
  }
  const actionOf = (code: string | undefined): string => {
    const action = actions.find((one) => one === code)
    return action ? t(`access:actions.${action}`) : (code ?? '–')
  }
  const moduleOf = (code: string | undefined): string => {
    const module = moduleKeys.find((one) => one === code)
    return module ? t(`access:modules.${module}`) : (code ?? '–')
  }
  const entryOf = ({ entry, tax, kind, from, to, ...params }: Told['params']): string => {
    const amount = format.money(params.amount ?? null, { euros: true })
    if (entry) return t('what.reversalOfEntry', { entry, amount })
    const [first, last] = [format.month(from ?? null), format.month(to ?? null)]
    const period = from === to ? first : t('what.months', { from: first, to: last })
    if (tax) return t('what.taxPayment', { amount, period })
    const word = entryKinds.find((one) => one === kind)
    return t('what.entry', { amount, kind: word ? t(`entryKinds.${word}`) : '–' })
  }
  const checkOf = (check: CheckName): string =>
    check === 'secondFactor' ? t('secondFactorCheck') : t(`tasks.${check}`)
  const limitOf = ({ change, kind, value, ...params }: Told['params']): string => {
    const known = limitKinds.find((one) => one === kind)
    const amount =
      kind === 'bonus'
        ? t('what.points', { points: format.decimal(value ?? '') })
        : format.money(value ?? null, { euros: true })
    return t(change === 'limitRemoved' ? 'what.limitRemoved' : 'what.limitSet', {
      kind: known ? t(`what.limitKinds.${known}`) : '–',
      role: roleOf(params.role),
      value: value ? amount : t('what.anyAmount'),
      day: format.date(params.from ?? null),
    })
  }
  const withholdingOf = ({ change, region, payee, payer, rate, from }: Told['params']): string => {
    if (change === 'payerSet')
      return t('what.withholdingPayer', { payer: t(`what.payers.${payer === 'bank' ? payer : 'other'}`) })
    const place = namedRegions.find((one) => one === region)
    const holder = payeeChoices.find((one) => one === payee)
    return t(change === 'rateRemoved' ? 'what.withholdingRemoved' : 'what.withholdingSet', {
      rate: format.decimal(rate ?? '0'),
      day: format.date(from ?? null),
      payee: holder ? t(`what.payees.${holder}`) : '–',
      place: place ? t(`what.places.${place}`) : countryName(region ?? ''),
    })
  }
  return { roleOf, actionOf, moduleOf, entryOf, checkOf, limitOf, withholdingOf }
}

/** What a change that waits for a second person is called, and what it would do. Needs the texts of approvals and access. */
export const useApprovalWords = () => {
  const { t } = useTranslation(['approvals', 'access', 'shell'])
  const format = useFormat()
  const countryName = useCountryName()
  return useMemo(() => {
    const terms = termsOf(t, format, countryName)
    const { roleOf, actionOf, moduleOf, entryOf, checkOf, limitOf, withholdingOf } = terms
    const what = ({ task, params, aboutName, clientCvl }: Told): string => {
      // A client's name stands with its CVL: two of them may have one name.
      const who = [aboutName, clientCvl].filter(Boolean).join(' · ') || (params.who ?? params.cvl ?? '–')
      if (task === 'limit') return limitOf(params)
      if (task === 'check.off')
        return t(params.checked === 'true' ? 'what.checkOn' : 'what.checkOff', {
          check: checkOf(checkNames.find((one) => one === params.check) ?? 'check.off'),
        })
      if (task === 'contributionRules')
        return t('what.contributionRules', { days: params.days ?? '–', confirmDays: params.confirmDays ?? '–' })
      if (task === 'withholding') return withholdingOf(params)
      if (task === 'secondFactorRole') return t('what.secondFactorRole', { role: roleOf(params.role) })
      if (task === 'employeeAccount') return t('what.employeeAccount', { who })
      if (task === 'firmAccount') return t('what.firmAccount', { account: params.account ?? '–' })
      if (task === 'permissions.matrix') return t('what.matrix', { count: Number(params.count ?? 0) })
      if (task === 'substitution')
        return t('what.substitution', {
          who: params.who ?? '–',
          absent: params.absent ?? '–',
          from: format.date(params.from ?? null),
          to: format.date(params.to ?? null),
        })
      if (task === 'notice') {
        const topic = noticeTopics.find((one) => one === params.topic)
        return t('what.noticeOff', { topic: topic ? t(`what.noticeTopics.${topic}`) : '–' })
      }
      if (task === 'office')
        return t(params.office ? 'what.officeZone' : 'what.employeeOffice', {
          ...{ office: params.office ?? '–', who, from: params.from ?? '–', to: params.to ?? '–' },
        })
      if (task === 'handoverRelease')
        return t('what.handoverRelease', {
          count: Number(params.count ?? 0),
          who: params.who ?? '–',
          from: params.from ?? t('what.severalGivers'),
        })
      if (task === 'handover') return t('what.handover', { count: Number(params.count ?? 0), who })
      if (task === 'paymentBatch' || task === 'batchEnd' || task === 'statement')
        return t(`what.${task}`, {
          who,
          count: Number(params.count ?? 0),
          amount: format.money(params.amount ?? null, { euros: true }),
        })
      if (task === 'entry' || (task === 'reversal' && params.entry)) return entryOf(params)
      if (task === 'import.run' || task === 'import.undo')
        return t(task === 'import.run' ? 'what.importRun' : 'what.importUndo', {
          who,
          count: Number(params.count ?? 0),
          kind: t(params.kind === 'instructions' ? 'what.importKinds.instructions' : 'what.importKinds.movements'),
          amount: params.amount ? t('what.importFor', { amount: format.money(params.amount, { euros: true }) }) : '',
        })
      const move = moves.find((one) => one === task)
      if (move)
        return t(`what.${move}`, {
          who,
          amount: format.money(params.amount ?? null, { euros: true }),
          account: params.account ?? '–',
        })
      if (task === 'month.close' || task === 'month.reopen')
        return t(task === 'month.close' ? 'what.monthClose' : 'what.monthReopen', {
          month: format.month(params.month ?? null),
        })
      if (task === 'paymentRate')
        return t('what.paymentRate', {
          currency: who,
          rate: format.decimal(params.perEuro ?? '0'),
          date: format.date(params.rateOn ?? null),
        })
      // Those of before were named after their account.
      if (task === 'bonus')
        return t('what.bonus', { who, points: params.points ?? '', account: params.account ?? params.who ?? '–' })
      const change = changes.find((one) => one === params.change)
      if (!change) return t('what.other', { task: t(`tasks.${task}`), who })
      const [from, to] = [roleOf(params.from), roleOf(params.to)]
      const account = params.account ?? '–'
      const access = { action: actionOf(params.action), module: moduleOf(params.module) }
      return t(`what.${change}`, { who, from, to, account, ...access })
    }
    return { task: (task: ApprovalRow['task']): string => t(`tasks.${task}`), check: checkOf, what }
  }, [t, format, countryName])
}
