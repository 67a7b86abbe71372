import { moneyOf } from '#rules/cents.ts'

type Told = {
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

type Wanted = { number?: string; reference?: string; from?: string; to?: string; opening?: string; version?: string }

export const ourAccount = 'ES9121000418450200051332'

const escaped = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const sized = (amount: string) =>
  `<Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const entryXml = (told: Told, to: string, n: number): string => {
  const { amount, on = to, text = '', name, iban, reference = `REF${n}` } = told
  const side = amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
  return `<Ntry>${sized(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${told.valueDate ?? on}</Dt></ValDt>
    ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<NtryDtls><TxDtls>
    ${told.endToEnd ? `<Refs><EndToEndId>${told.endToEnd}</EndToEndId></Refs>` : ''}
    <RltdPties>${name ? `<${side}><Nm>${escaped(name)}</Nm></${side}>` : ''}${iban ? `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>` : ''}</RltdPties>
    <RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>
    ${told.returnCode ? `<RtrInf><Rsn><Cd>${told.returnCode}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
}

/** A camt.053 of one statement, as a bank would write it. */
export const camtOf = (entries: readonly Told[], wanted: Wanted = {}): string => {
  const { number = ourAccount, to = '2026-06-12', from = to, opening = '1000.00', version = '02' } = wanted
  const closing = moneyOf(entries.reduce((sum, { amount }) => sum + cents(amount), cents(opening)))
  const balance = (kind: string, amount: string, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${sized(amount)}<Dt><Dt>${on}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt>
  <Id>${wanted.reference ?? `S-${to}`}</Id><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
  <Acct><Id><IBAN>${number}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}
  ${entries.map((entry, n) => entryXml(entry, to, n + 1)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

const figures = (amount: bigint): string => (amount < 0n ? -amount : amount).toString().padStart(14, '0')
const side = (amount: bigint): string => (amount < 0n ? '1' : '2')
const short = (day: string): string => day.slice(2).replaceAll('-', '')

/** A Norma 43 of one account, in its 80 columns. */
export const norma43Of = (
  entries: readonly Told[],
  { to = '2026-06-12', from = to, opening = '1000.00' }: Wanted = {},
) => {
  const all = entries.map(({ amount }) => cents(amount))
  const sum = (isIn: boolean) => all.filter((one) => one > 0n === isIn).reduce((total, one) => total + one, 0n)
  const account = '210004180200051332'
  const lines = [
    `11${account}${short(from)}${short(to)}${side(cents(opening))}${figures(cents(opening))}9783${'DINO INVERSIONES'.padEnd(26)}   `,
    ...entries.flatMap(({ amount, on = to, valueDate = on, text = '', reference = '', concept = '02' }) => [
      `22    0418${short(on)}${short(valueDate)}${concept}052${side(cents(amount))}${figures(cents(amount))}0000000000${reference.padEnd(12, '0').slice(0, 12)}${'0'.repeat(16)}`,
      `2301${text.padEnd(76).slice(0, 76)}`,
    ]),
    `33${account}${String(all.filter((one) => one < 0n).length).padStart(5, '0')}${figures(sum(false))}${String(all.filter((one) => one > 0n).length).padStart(5, '0')}${figures(sum(true))}${side(cents(opening) + sum(true) + sum(false))}${figures(cents(opening) + sum(true) + sum(false))}978    `,
  ]
  const file = [...lines, `88${'9'.repeat(18)}${String(lines.length).padStart(6, '0')}`.padEnd(80)].join('\r\n')
  return Buffer.from(file, 'latin1')
}
