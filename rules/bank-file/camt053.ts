import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { centsOf, moneyOf } from '#rules/cents.ts'
import {
  dayOf,
  type FileEntry,
  type FileStatement,
  mostEntries,
  tidy,
  tidyOrNull,
  wrongFile,
} from './statement-file.ts'
import { findExcess } from './xml-bounds.ts'

/** An element as it is read: leaves are texts, and whatever comes more than once is a list. */
type Node = { [name: string]: Node | string | (Node | string)[] | undefined }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  processEntities: false,
  htmlEntities: false,
  // No statement of the standard nests deeper; a file that does wants to fill the stack.
  maxNestedTags: 40,
})

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The five entities that every file may use, and letters by their number; each once, so that nothing can grow. */
const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name as string] ?? whole
    const code = decimal !== undefined ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })

const childrenOf = (node: Node | undefined, name: string): Node[] => {
  const found = node?.[name]
  if (found === undefined) return []
  return (Array.isArray(found) ? found : [found]).map((one) => (typeof one === 'string' ? { '#text': one } : one))
}

/** The first element at a path, if it is there. */
const childOf = (node: Node | undefined, path: string): Node | undefined =>
  path.split('/').reduce<Node | undefined>((at, name) => childrenOf(at, name)[0], node)

const textOf = (node: Node | undefined, path: string): string | undefined => {
  const text = childOf(node, path)?.['#text']
  return typeof text === 'string' && text.trim() !== '' ? plain(text).trim() : undefined
}

const needed = (node: Node | undefined, path: string, at: string): string => {
  const text = textOf(node, path)
  if (text === undefined) throw wrongFile('missing', `${at}/${path}`)
  return text
}

const signed = (node: Node, at: string): { cents: bigint; currency: string } => {
  const text = needed(node, 'Amt', at)
  const direction = needed(node, 'CdtDbtInd', at)
  if (!/^\d{1,14}(\.\d{1,2}0*)?$/.test(text)) throw wrongFile('amount', `${at}/Amt`)
  if (direction !== 'CRDT' && direction !== 'DBIT') throw wrongFile('amount', `${at}/CdtDbtInd`)
  const [whole, part = ''] = text.split('.')
  const cents = centsOf(`${whole}.${part.slice(0, 2).padEnd(2, '0')}`)
  const currency = childOf(node, 'Amt')?.['@Ccy']
  return { cents: direction === 'DBIT' ? -cents : cents, currency: typeof currency === 'string' ? currency : '' }
}

/** 'Dt' or the day of 'DtTm', where the bank is. */
const dateIn = (node: Node | undefined, path: string): string | undefined =>
  textOf(node, `${path}/Dt`) ?? textOf(node, `${path}/DtTm`)?.slice(0, 10)

/** Of a transfer that came in its payer, of one that left its payee. */
const counterparty = (details: Node | undefined, isIn: boolean) => {
  const parties = childOf(details, 'RltdPties')
  const side = isIn ? 'Dbtr' : 'Cdtr'
  const number = textOf(parties, `${side}Acct/Id/IBAN`) ?? textOf(parties, `${side}Acct/Id/Othr/Id`)
  return {
    counterpartyName: tidyOrNull(textOf(parties, `${side}/Nm`) ?? textOf(parties, `${side}/Pty/Nm`), 200),
    counterpartyNumber: number
      ? number
          .replace(/[^A-Za-z0-9]/g, '')
          .toUpperCase()
          .slice(0, 40) || null
      : null,
  }
}

const remittanceOf = (entry: Node, details: Node | undefined): string => {
  const told = childrenOf(details, 'RmtInf').flatMap((info) => [
    ...childrenOf(info, 'Ustrd').flatMap((line) => textOf({ line }, 'line') ?? []),
    ...childrenOf(info, 'Strd').flatMap((line) => textOf(line, 'CdtrRefInf/Ref') ?? []),
  ])
  const more = [textOf(details, 'AddtlTxInf'), textOf(entry, 'AddtlNtryInf')].flatMap((text) => text ?? [])
  return tidy((told.length > 0 ? told : more).join(' '), 1000)
}

type Part = { details: Node | undefined; cents: bigint; isWhole: boolean }

/**
 * Each transfer of an entry by itself, where they are all of it; else the entry as one, which says so, and of nobody: the first of several is not who
 * paid all of it.
 */
const partsOf = (entry: Node, cents: bigint): Part[] => {
  const all = childrenOf(entry, 'NtryDtls').flatMap((group) => childrenOf(group, 'TxDtls'))
  const amounts = all.map((details) => textOf(details, 'Amt') ?? textOf(details, 'AmtDtls/TxAmt/Amt'))
  if (all.length < 2) return [{ details: all[0], cents, isWhole: true }]
  const asOne = [{ details: undefined, cents, isWhole: false }]
  if (amounts.some((amount) => !/^\d{1,14}(\.\d{1,2})?$/.test(amount ?? ''))) return asOne
  const parts = all.map((details, n) => ({
    ...{ details, isWhole: true },
    cents: centsOf(amounts[n]!) * (cents < 0n ? -1n : 1n),
  }))
  const isWhole =
    parts.every((part) => part.cents !== 0n) && parts.reduce((sum, part) => sum + part.cents, 0n) === cents
  return isWhole ? parts : asOne
}

/** Why money comes back, where the bank says that it does: by what it tells of the return, or by its own code for the line, which no payer writes. */
const returnCodeOf = (entry: Node, details: Node | undefined): string | null => {
  const told = tidyOrNull(textOf(details, 'RtrInf/Rsn/Cd'), 10)
  const families = [entry, details].map((node) => textOf(node, 'BkTxCd/Domn/Fmly/SubFmlyCd'))
  const isReturn = childOf(details, 'RtrInf') !== undefined || families.includes('RRTN')
  return told ?? (isReturn ? 'NARR' : null)
}

const entriesOf = (entry: Node, currency: string, at: string): FileEntry[] => {
  const { cents, currency: ofEntry } = signed(entry, at)
  if (ofEntry !== currency) throw wrongFile('currency', `${at}/Amt`)
  const bookingDate = dayOf(dateIn(entry, 'BookgDt') ?? '', `${at}/BookgDt`)
  const valueDate = dayOf(dateIn(entry, 'ValDt') ?? bookingDate, `${at}/ValDt`)
  // Information for the holder: it moves nothing, and there is nothing to book.
  if (cents === 0n) return []
  return partsOf(entry, cents).map(({ details, cents: part, isWhole }) => {
    const refs = childOf(details, 'Refs')
    const endToEnd = textOf(refs, 'EndToEndId')
    const remittance = remittanceOf(entry, details)
    // A transfer inside of an entry is told apart by what only it has.
    const own = textOf(refs, 'AcctSvcrRef') ?? textOf(refs, 'TxId') ?? textOf(refs, 'EndToEndId')
    const ofEntry = textOf(entry, 'AcctSvcrRef') ?? textOf(entry, 'NtryRef')
    const reference = part === cents ? (ofEntry ?? own ?? remittance) : `${ofEntry ?? ''} ${own ?? remittance}`
    return {
      ...{ bookingDate, valueDate, amount: moneyOf(part), remittance },
      ...counterparty(details, cents > 0n),
      reference: tidy(reference, 300),
      endToEnd: endToEnd && endToEnd !== 'NOTPROVIDED' ? tidy(endToEnd, 100) : null,
      returnCode: cents > 0n ? returnCodeOf(entry, details) : null,
      ...(!isWhole && { partsDiffer: true as const }),
    }
  })
}

const balanceOf = (statement: Node, kinds: readonly string[], at: string) => {
  const all = childrenOf(statement, 'Bal')
  const balance = kinds.flatMap((kind) => all.filter((one) => textOf(one, 'Tp/CdOrPrtry/Cd') === kind))[0]
  if (!balance) throw wrongFile('missing', `${at}/Bal[${kinds.join('|')}]`)
  const where = `${at}/Bal[${kinds[0]}]`
  return { ...signed(balance, where), on: dayOf(dateIn(balance, 'Dt') ?? '', `${where}/Dt`) }
}

const statementOf = (statement: Node, at: string): FileStatement => {
  const opening = balanceOf(statement, ['OPBD', 'PRCD', 'ITBD'], at)
  const closing = balanceOf(statement, ['CLBD', 'ITBD'], at)
  const currency = textOf(statement, 'Acct/Ccy') ?? opening.currency
  if (opening.currency !== currency || closing.currency !== currency) throw wrongFile('currency', `${at}/Bal`)
  const number = textOf(statement, 'Acct/Id/IBAN') ?? needed(statement, 'Acct/Id/Othr/Id', at)
  // Only what is booked stands in the balances; what is pending comes again when it is.
  const booked = childrenOf(statement, 'Ntry')
    .map((entry, n) => ({ entry, at: `${at}/Ntry[${n + 1}]` }))
    .filter(({ entry, at: where }) => (textOf(entry, 'Sts/Cd') ?? needed(entry, 'Sts', where)) === 'BOOK')
  const entries = booked.flatMap(({ entry, at: where }) => entriesOf(entry, currency, where))
  const sum = entries.reduce((total, { amount }) => total + centsOf(amount), opening.cents)
  if (sum !== closing.cents) throw wrongFile('balance', `${at}/Bal[CLBD]`)
  const days = entries.map(({ bookingDate }) => bookingDate).sort()
  const told = textOf(statement, 'FrToDt/FrDtTm')?.slice(0, 10)
  const fromDate = told ? dayOf(told, `${at}/FrToDt`) : (days[0] ?? closing.on)
  return {
    number: number.replace(/[^A-Za-z0-9]/g, '').toUpperCase(),
    name: tidyOrNull(textOf(statement, 'Acct/Nm') ?? textOf(statement, 'Acct/Ownr/Nm'), 140),
    ...{ currency, entries, reference: tidy(needed(statement, 'Id', at), 140) },
    fromDate: fromDate < closing.on ? fromDate : closing.on,
    toDate: closing.on,
    opening: moneyOf(opening.cents),
    closing: moneyOf(closing.cents),
  }
}

/** Letters by what the file says of itself: UTF-8 unless it names another set. */
const lettersOf = (content: Uint8Array): string => {
  const head = Buffer.from(content.subarray(0, 200)).toString('latin1')
  const said = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii'].includes(said))
    throw wrongFile('encoding', said)
  try {
    return new TextDecoder(said, { fatal: true }).decode(content)
  } catch {
    // The only thing that a decoder of a known set says is that these bytes are none of it.
    throw wrongFile('encoding', said)
  }
}

const elementsOf = (xml: string): Node => {
  const declared = /<!(DOCTYPE|ENTITY)/i.exec(xml)
  if (declared) throw wrongFile('doctype', `line ${xml.slice(0, declared.index).split('\n').length}`)
  const excess = findExcess(xml)
  if (excess) throw wrongFile(excess.reason, excess.at)
  const reserved = /<(?:[\w.-]+:)?(?:__proto__|constructor|prototype)[\s/>]/.exec(xml)
  if (reserved) throw wrongFile('notStatement', `line ${xml.slice(0, reserved.index).split('\n').length}`)
  const checked = XMLValidator.validate(xml)
  if (checked !== true) throw wrongFile('xml', `line ${checked.err.line}`)
  try {
    return parser.parse(xml) as Node
  } catch (error) {
    // It was well formed: what is left to say no to is its depth.
    throw wrongFile('tooDeep', error instanceof Error ? error.message : 'document')
  }
}

/** The statements of an ISO 20022 file, camt.053.001.02 to .08. Refuses the whole file by element and reason where anything doesn't fit. */
export const readCamt053 = (content: Uint8Array): FileStatement[] => {
  const xml = lettersOf(content)
  const root = childOf(elementsOf(xml), 'Document')
  // The parser drops the names of spaces with their prefixes.
  const version = /<(?:[\w.-]+:)?Document\b[^>]*:camt\.053\.001\.(\d\d)["']/.exec(xml)?.[1]
  if (!root || version === undefined) throw wrongFile('notStatement', 'Document')
  if (version < '02' || version > '08') throw wrongFile('version', `camt.053.001.${version}`)
  const statements = childrenOf(childOf(root, 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw wrongFile('empty', 'Document/BkToCstmrStmt')
  const count = statements.reduce((total, statement) => total + childrenOf(statement, 'Ntry').length, 0)
  if (count > mostEntries) throw wrongFile('tooMany', `Ntry[${mostEntries + 1}]`)
  return statements.map((statement, n) => statementOf(statement, `Stmt[${n + 1}]`))
}
