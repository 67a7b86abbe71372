import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { entryKinds } from '#contract/accounting/entries.ts'
import { type ApprovalRow, type CheckName, checkNames } from '#contract/approvals.ts'
import { noticeTopics } from '#contract/notices.ts'
import { actions, moduleKeys, roles } from '#contract/permissions.ts'
import { limitKinds } from '#contract/settings/payments.ts'
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

type Params = Told['params']
type Terms = ReturnType<typeof termsOf>
/** What the tasks do, each in a sentence; `who`: the client with their CVL, else whoever or whatever the change names. */
type Sentences = Partial<Record<ApprovalRow['task'], (params: Params, who: string) => string>>

/** Those of settings, rights, people and portfolios. */
const sentencesOfRules = (
  t: Translate,
  format: Format,
  { roleOf, checkOf, limitOf, withholdingOf }: Terms,
): Sentences => ({
  limit: limitOf,
  withholding: withholdingOf,
  'check.off': ({ check, checked }) =>
    t(checked === 'true' ? 'what.checkOn' : 'what.checkOff', {
      check: checkOf(checkNames.find((one) => one === check) ?? 'check.off'),
    }),
  contributionRules: ({ days, confirmDays }) =>
    t('what.contributionRules', { days: days ?? '–', confirmDays: confirmDays ?? '–' }),
  secondFactorRole: ({ role, required }) =>
    t(required === 'true' ? 'what.secondFactorRoleOn' : 'what.secondFactorRole', { role: roleOf(role) }),
  staffMove: (params, who) => t('what.staffMove', { who: params.who ?? who, to: params.to ?? '–' }),
  employeeOffice: (params, who) => t('what.employeeOffice', { who: params.who ?? who, to: params.to ?? '–' }),
  employeeAccount: (_, who) => t('what.employeeAccount', { who }),
  firmAccount: ({ account }) => t('what.firmAccount', { account: account ?? '–' }),
  paymentRate: ({ perEuro, rateOn }, currency) =>
    t('what.paymentRate', { currency, rate: format.decimal(perEuro ?? '0'), date: format.date(rateOn ?? null) }),
  'permissions.matrix': ({ count }) => t('what.matrix', { count: Number(count ?? 0) }),
  substitution: ({ who, absent, from, to }) =>
    t('what.substitution', {
      ...{ who: who ?? '–', absent: absent ?? '–' },
      ...{ from: format.date(from ?? null), to: format.date(to ?? null) },
    }),
  notice: (params) => {
    const topic = noticeTopics.find((one) => one === params.topic)
    return t('what.noticeOff', { topic: topic ? t(`what.noticeTopics.${topic}`) : '–' })
  },
  office: ({ office = '–', from = '–', to = '–' }) => t('what.officeZone', { office, from, to }),
  handoverRelease: ({ count, who, from }) =>
    t('what.handoverRelease', { count: Number(count ?? 0), who: who ?? '–', from: from ?? t('what.severalGivers') }),
  handover: ({ count }, who) => t('what.handover', { count: Number(count ?? 0), who }),
  'month.close': ({ month }) => t('what.monthClose', { month: format.month(month ?? null) }),
  'month.reopen': ({ month }) => t('what.monthReopen', { month: format.month(month ?? null) }),
})

/** Those of money. */
const sentencesOfMoney = (t: Translate, format: Format, { entryOf }: Terms): Sentences => {
  const money = (amount: string | undefined): string => format.money(amount ?? null, { euros: true })
  const several =
    (task: 'paymentBatch' | 'batchEnd' | 'statement') =>
    ({ count, amount }: Params, who: string): string =>
      t(`what.${task}`, { who, count: Number(count ?? 0), amount: money(amount) })
  const move =
    (task: (typeof moves)[number]) =>
    ({ amount, account }: Params, who: string): string =>
      t(`what.${task}`, { who, amount: money(amount), account: account ?? '–' })
  const imported =
    (text: 'importRun' | 'importUndo') =>
    ({ count, kind, amount }: Params, who: string): string =>
      t(`what.${text}`, {
        who,
        count: Number(count ?? 0),
        kind: t(kind === 'instructions' ? 'what.importKinds.instructions' : 'what.importKinds.movements'),
        amount: amount ? t('what.importFor', { amount: money(amount) }) : '',
      })
  return {
    ...Object.fromEntries(moves.map((task) => [task, move(task)])),
    paymentBatch: several('paymentBatch'),
    batchEnd: several('batchEnd'),
    statement: several('statement'),
    entry: entryOf,
    reversal: (params, who) => (params.entry ? entryOf(params) : move('reversal')(params, who)),
    'import.run': imported('importRun'),
    'import.undo': imported('importUndo'),
    // Those of before were named after their account.
    bonus: ({ points, account, who: named }, who) =>
      t('what.bonus', { who, points: points ?? '', account: account ?? named ?? '–' }),
  }
}

/** What a change that waits for a second person is called, and what it would do. Needs the texts of approvals and access. */
export const useApprovalWords = () => {
  const { t } = useTranslation(['approvals', 'access', 'shell'])
  const format = useFormat()
  const countryName = useCountryName()
  return useMemo(() => {
    const terms = termsOf(t, format, countryName)
    const { roleOf, actionOf, moduleOf, checkOf } = terms
    const sentences = { ...sentencesOfRules(t, format, terms), ...sentencesOfMoney(t, format, terms) }
    const what = ({ task, params, aboutName, clientCvl }: Told): string => {
      // A client's name stands with its CVL: two of them may have one name.
      const who = [aboutName, clientCvl].filter(Boolean).join(' · ') || (params.who ?? params.cvl ?? '–')
      const sentence = sentences[task]
      if (sentence) return sentence(params, who)
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
