import type { ReportSection } from '#contract/client-reports.ts'
import { isExternalDebt } from '#contract/external-positions/kinds.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fillPlaceholders } from '#server/core/texts.ts'
import type { PositionAccount } from '#server/domain/client-positions.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import type { PdfContent } from '#server/reports/send-pdf.ts'
import type { ClientReport, ReportClient, ReportMovement, ReportTerms } from './report.queries.ts'
import { buildReportWording, type ReportWording } from './report-texts.ts'

type Section = (report: ClientReport, words: ReportWording, terms: ReportTerms) => PdfPart[]

const sumAmounts = (amounts: readonly (string | null)[]): string =>
  centsToAmount(amounts.reduce((sum, amount) => sum + (amount === null ? 0n : toCents(amount)), 0n))

const isOpen = ({ status }: PositionAccount): boolean => status === 'active' || status === 'pending'
/** Each account counts once, under its primary holder, and money that waits is no balance yet: as on every screen. */
const isCounted = ({ status, role }: PositionAccount): boolean => status === 'active' && role === 'primary'
const isShared = ({ holders }: PositionAccount): boolean => holders.length > 1

const findOwnHolding = ({ holders }: PositionAccount, clientId: string) => holders.find(({ id }) => id === clientId)

const renderFigures = ({ client, accounts }: ClientReport, { paper, written }: ReportWording): PdfPart[] => {
  const counted = accounts.filter(isCounted)
  const shared = accounts.filter((account) => isOpen(account) && isShared(account))
  const money = (amounts: readonly (string | null)[]): string => written.money(sumAmounts(amounts))
  const figures: (readonly [string, string])[] = [
    [paper.figures.capital, money(counted.map(({ principal }) => principal))],
    [paper.figures.balance, money(counted.map(({ balance }) => balance))],
    [paper.figures.interestToDate, money(counted.map(({ interestToDate }) => interestToDate))],
  ]
  if (shared.length > 0)
    figures.push([
      paper.figures.jointPart,
      money(shared.map((account) => findOwnHolding(account, client.id)?.part ?? null)),
    ])
  return [{ figures }, { text: paper.counted }]
}

const formatStreet = (client: ReportClient, { streetTypes }: ReportWording): string => {
  const { streetType, street, streetNumber, floor, door } = client
  if (!street) return ''
  const named = streetType && streetType !== 'other' ? `${streetTypes[streetType]} ${street}` : street
  return [named, streetNumber, [floor, door].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

const formatCity = ({ postalCode, city, province, country }: ReportClient, { countryName }: ReportWording): string => {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [place, province !== city && province, countryName(country)].filter(Boolean).join(', ')
}

const renderData: Section = ({ client }, words) => {
  const { paper, list, client: texts, written } = words
  const facts: (readonly [string, string | null])[] = [
    [list.fields.fullName, client.name],
    [list.fields.cvl, client.cvl],
    [list.fields.identityNumber, client.identityNumber],
    [client.kind === 'company' ? list.fields.foundedOn : list.fields.birthDate, written.day(client.birthDate)],
    [list.fields.phone, client.phone],
    [list.fields.email, client.email],
    [texts.client.streetAddress, formatStreet(client, words)],
    [list.fields.city, formatCity(client, words)],
    [list.fields.registeredOn, written.day(client.registeredOn)],
    [list.fields.manager, client.managerName],
  ]
  return [
    { heading: texts.client.facts, lead: paper.dataLead },
    { facts: facts.map(([label, value]) => [label, value || '–'] as const) },
  ]
}

const end = true as const

/** What is whose of a shared account, as far as the caller sees it. */
const describeOwnPart = (account: PositionAccount, clientId: string, { paper, written }: ReportWording): string => {
  const own = isShared(account) ? findOwnHolding(account, clientId) : undefined
  if (!own?.share || own.part === null) return ''
  return fillPlaceholders(paper.own, { share: written.rate(own.share), part: written.money(own.part) })
}

const renderAccountTable = (
  accounts: readonly PositionAccount[],
  clientId: string,
  words: ReportWording,
  last: 'expiresOn' | 'closedOn',
): PdfPart => {
  const { paper, client, list, written } = words
  const { money, rate, day } = written
  const counted = accounts.filter(isCounted)
  const totals = [
    paper.total,
    '',
    '',
    '',
    '',
    money(sumAmounts(counted.map(({ interestToDate }) => interestToDate))),
    money(sumAmounts(counted.map(({ balance }) => balance))),
  ]
  const describeAccount = (account: PositionAccount): string =>
    [
      account.productName,
      account.number,
      account.status !== 'active' && list.accountState[account.status],
      describeOwnPart(account, clientId, words),
    ]
      .filter(Boolean)
      .join(' · ')
  return {
    table: {
      columns: [
        { label: paper.account },
        { label: client.accounts.openedOn, fixed: true },
        { label: last === 'closedOn' ? paper.closedOn : client.accounts.expiresOn, fixed: true },
        { label: client.accounts.rate, end },
        { label: client.accounts.bonusRate, end },
        { label: client.accounts.interestToDate, end },
        { label: client.accounts.balance, end },
      ],
      rows: accounts.map((account) => [
        describeAccount(account),
        day(account.openedOn),
        day(account[last]),
        rate(account.rate),
        rate(account.bonusRate),
        money(account.interestToDate),
        money(account.balance),
      ]),
      ...(last === 'expiresOn' && { foot: totals }),
    },
  }
}

const renderAccounts: Section = ({ client, accounts }, words) => {
  const { paper } = words
  const open = accounts.filter(isOpen)
  if (open.length === 0) return [{ heading: paper.openAccounts }, { text: paper.noAccounts }]
  return [{ heading: paper.openAccounts, lead: paper.counts }, renderAccountTable(open, client.id, words, 'expiresOn')]
}

const renderEndedAccounts: Section = ({ client, accounts }, words) => {
  const { paper } = words
  const ended = accounts.filter((account) => !isOpen(account))
  const heading = { heading: paper.endedAccounts }
  return [
    heading,
    ended.length === 0 ? { text: paper.noEnded } : renderAccountTable(ended, client.id, words, 'closedOn'),
  ]
}

const renderHolders: Section = ({ accounts }, { paper, client, written }) => {
  const shared = accounts.filter((account) => isOpen(account) && isShared(account))
  if (shared.length === 0) return [{ heading: paper.holders }, { text: paper.noHolders }]
  return [
    { heading: paper.holders },
    {
      table: {
        columns: [
          { label: client.accounts.number },
          { label: paper.holder },
          { label: paper.role },
          { label: client.joint.share, end },
          { label: client.joint.part, end },
        ],
        rows: shared.flatMap(({ number, holders }) =>
          holders.map(({ name, role, share, part }, at) => [
            at === 0 ? number : '',
            name,
            client.account.holderRole[role],
            share === null ? '–' : written.rate(share),
            part === null ? '–' : written.money(part),
          ]),
        ),
      },
    },
  ]
}

const renderGrowth: Section = ({ growth }, { paper, written }) => {
  if (growth.length === 0) return [{ heading: paper.growth }, { text: paper.noGrowth }]
  const toPoints = (key: 'capital' | 'balance') => growth.map((point, at) => ({ at, value: Number(point[key]) }))
  return [
    { heading: paper.growth, lead: paper.growthLead },
    {
      chart: {
        alt: paper.growthLabel,
        lines: [
          { name: paper.figures.capital, points: toPoints('capital') },
          { name: paper.figures.balance, points: toPoints('balance') },
        ],
        value: (value) => written.money(value.toFixed(2)).replace(/[.,]\d\d(?!\d)/, ''),
        // A month by its figures, which every language reads: '05/26'.
        place: (at) => growth[at]!.through.slice(2, 7).split('-').reverse().join('/'),
      },
    },
  ]
}

const describeMovement = ({ kind, description, correction }: ReportMovement, { list }: ReportWording): string =>
  [list.movements.kinds[kind], description, correction && list.movements.corrections[correction]]
    .filter(Boolean)
    .join(' · ')

const renderMovements: Section = ({ movements, accounts }, words, { from, to }) => {
  const { paper, list, client, written } = words
  const heading = {
    heading: paper.movements,
    lead: fillPlaceholders(paper.movementsLead, { from: written.day(from), to: written.day(to) }),
  }
  if (!movements?.length) return [heading, { text: paper.noMovements }]
  const numbers = new Map(accounts.map(({ id, number }) => [id, number]))
  return [
    heading,
    {
      table: {
        columns: [
          { label: list.movements.bookingDate, fixed: true },
          { label: list.movements.valueDate, fixed: true },
          { label: client.accounts.number },
          { label: list.movements.description },
          { label: list.movements.amount, end },
          { label: list.movements.balanceAfter, end },
        ],
        rows: movements.map((movement) => [
          written.day(movement.bookingDate),
          written.day(movement.valueDate),
          numbers.get(movement.accountId) ?? '',
          describeMovement(movement, words),
          written.money(movement.amount),
          written.money(movement.balanceAfter),
        ]),
      },
    },
  ]
}

const renderExternalPositions: Section = ({ externalPositions, accounts }, { paper, external, written }) => {
  const heading = { heading: paper.external, lead: paper.externalLead }
  if (externalPositions === null) return [heading, { text: paper.hiddenExternal }]
  if (externalPositions.length === 0) return [heading, { text: paper.noExternal }]
  const net = sumAmounts(externalPositions.map(({ amount }) => amount))
  const here = sumAmounts(accounts.filter(isCounted).map(({ balance }) => balance))
  return [
    heading,
    {
      table: {
        columns: [
          { label: external.fields.institution },
          { label: external.fields.product },
          { label: external.fields.kind },
          { label: external.fields.valuedOn, fixed: true },
          { label: external.fields.amount, end },
        ],
        // Debts last: what is owed is taken off what is there.
        rows: externalPositions
          .toSorted((one, other) => Number(isExternalDebt(one.kind)) - Number(isExternalDebt(other.kind)))
          .map(({ institution, productName, description, kind, valuedOn, amount }) => [
            institution,
            [productName, description].filter(Boolean).join(' · '),
            external.kinds[kind],
            written.day(valuedOn),
            amount === null ? '–' : written.money(amount),
          ]),
        foot: [paper.net, '', '', '', written.money(net)],
      },
    },
    { sum: [[paper.wealth, written.money(centsToAmount(toCents(here) + toCents(net)))]] },
  ]
}

const sectionsInOrder: readonly (readonly [ReportSection, Section])[] = [
  ['data', renderData],
  ['accounts', renderAccounts],
  ['endedAccounts', renderEndedAccounts],
  ['holders', renderHolders],
  ['growth', renderGrowth],
  ['movements', renderMovements],
  ['externalPositions', renderExternalPositions],
]

/** The report of a client as paper, in their language. */
export const buildClientReport = (
  { prefix }: Pick<Ctx, 'prefix'>,
  firm: string | undefined,
  report: ClientReport,
  terms: ReportTerms,
): PdfContent => {
  const idioma = getClientLanguage(report.client.idioma, prefix)
  const words = buildReportWording(idioma, prefix)
  const { paper, written } = words
  const on = written.day(terms.on)
  return {
    title: paper.title,
    subtitle: [report.client.name, report.client.cvl, fillPlaceholders(paper.asOf, { on })].join(' · '),
    parts: [
      ...renderFigures(report, words),
      ...sectionsInOrder.flatMap(([section, render]) =>
        terms.sections.has(section) ? render(report, words, terms) : [],
      ),
      { text: paper.notAdvice },
    ],
    idioma,
    firm,
    on: terms.on,
  }
}
