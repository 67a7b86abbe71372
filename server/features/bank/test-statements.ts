import { centsToAmount } from '#rules/cents.ts'

type StatementEntry = {
  amount: string
  /** Of the booking; the value date where none is given. */
  on?: string
  valueDate?: string
  text?: string
  name?: string
  iban?: string
  reference?: string
  endToEnd?: string
  returnCode?: string
  /** Of Norma 43: the bank's common concept; 02 where none is given. */
  concept?: string
}

type StatementOptions = {
  number?: string
  reference?: string
  from?: string
  to?: string
  opening?: string
  version?: string
}

export const ownIban = 'ES9121000418450200051332'

const escapeXml = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const amountXml = (amount: string) =>
  `<Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const entryXml = (statementEntry: StatementEntry, to: string, n: number): string => {
  const { amount, on = to, text = '', name, iban, reference = `REF${n}` } = statementEntry
  const side = amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
  return `<Ntry>${amountXml(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${statementEntry.valueDate ?? on}</Dt></ValDt>
    ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<NtryDtls><TxDtls>
    ${statementEntry.endToEnd ? `<Refs><EndToEndId>${statementEntry.endToEnd}</EndToEndId></Refs>` : ''}
    <RltdPties>${name ? `<${side}><Nm>${escapeXml(name)}</Nm></${side}>` : ''}${iban ? `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>` : ''}</RltdPties>
    <RmtInf><Ustrd>${escapeXml(text)}</Ustrd></RmtInf>
    ${statementEntry.returnCode ? `<RtrInf><Rsn><Cd>${statementEntry.returnCode}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
}

/** A camt.053 of one statement, as a bank would write it. */
export const buildCamt053 = (entries: readonly StatementEntry[], options: StatementOptions = {}): string => {
  const { number = ownIban, to = '2026-06-12', from = to, opening = '1000.00', version = '02' } = options
  const closing = centsToAmount(entries.reduce((sum, { amount }) => sum + toCents(amount), toCents(opening)))
  const balance = (kind: string, amount: string, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amountXml(amount)}<Dt><Dt>${on}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt>
  <Id>${options.reference ?? `S-${to}`}</Id><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
  <Acct><Id><IBAN>${number}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}
  ${entries.map((entry, n) => entryXml(entry, to, n + 1)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

const formatNorma43Amount = (amount: bigint): string => (amount < 0n ? -amount : amount).toString().padStart(14, '0')
const getNorma43Side = (amount: bigint): string => (amount < 0n ? '1' : '2')
const formatShortDate = (day: string): string => day.slice(2).replaceAll('-', '')

/** A Norma 43 of one account, in its 80 columns. */
export const buildNorma43 = (
  entries: readonly StatementEntry[],
  { to = '2026-06-12', from = to, opening = '1000.00' }: StatementOptions = {},
) => {
  const all = entries.map(({ amount }) => toCents(amount))
  const sum = (isIn: boolean) => all.filter((one) => one > 0n === isIn).reduce((total, one) => total + one, 0n)
  const account = '210004180200051332'
  const lines = [
    `11${account}${formatShortDate(from)}${formatShortDate(to)}${getNorma43Side(toCents(opening))}${formatNorma43Amount(toCents(opening))}9783${'DINO INVERSIONES'.padEnd(26)}   `,
    ...entries.flatMap(({ amount, on = to, valueDate = on, text = '', reference = '', concept = '02' }) => [
      `22    0418${formatShortDate(on)}${formatShortDate(valueDate)}${concept}052${getNorma43Side(toCents(amount))}${formatNorma43Amount(toCents(amount))}0000000000${reference.padEnd(12, '0').slice(0, 12)}${'0'.repeat(16)}`,
      `2301${text.padEnd(76).slice(0, 76)}`,
    ]),
    `33${account}${String(all.filter((one) => one < 0n).length).padStart(5, '0')}${formatNorma43Amount(sum(false))}${String(all.filter((one) => one > 0n).length).padStart(5, '0')}${formatNorma43Amount(sum(true))}${getNorma43Side(toCents(opening) + sum(true) + sum(false))}${formatNorma43Amount(toCents(opening) + sum(true) + sum(false))}978    `,
  ]
  const file = [...lines, `88${'9'.repeat(18)}${String(lines.length).padStart(6, '0')}`.padEnd(80)].join('\r\n')
  return Buffer.from(file, 'latin1')
}
