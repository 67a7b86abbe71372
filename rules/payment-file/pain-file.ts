import { type FileContent, type FileLine, totalOf } from './file-content.ts'
import { sepaText } from './sepa-text.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
/** The longest name, and remittance text, that SEPA takes. */
const longest = { name: 70, remittance: 140 }

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const text = (value: string): string => value.replace(/[&<>"']/g, (letter) => escaped[letter]!)

/** An element with text in it, or with others, one a line. */
const element = (name: string, content: string | readonly string[], attributes = ''): string =>
  typeof content === 'string'
    ? `<${name}${attributes}>${text(content)}</${name}>`
    : `<${name}${attributes}>\n${content.join('\n')}\n</${name}>`

const account = (name: string, iban: string) => element(name, [element('Id', [element('IBAN', iban)])])

const transfer = ({ reference, name, number, amount, purpose }: FileLine): string =>
  element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', reference), element('EndToEndId', reference)]),
    element('Amt', [element('InstdAmt', amount, ' Ccy="EUR"')]),
    element('Cdtr', [element('Nm', sepaText(name, longest.name))]),
    account('CdtrAcct', number),
    element('RmtInf', [element('Ustrd', sepaText(`${reference} ${purpose}`, longest.remittance))]),
  ])

/** The bank by its BIC; inside SEPA the IBAN is enough. */
const agent = (bic: string | null): string =>
  element('DbtrAgt', [
    element('FinInstnId', [bic ? element('BICFI', bic) : element('Othr', [element('Id', 'NOTPROVIDED')])]),
  ])

/** Whose file it is, as banks of Spain know who orders: the tax number with the suffix of the contract. */
const initiator = (name: string, { taxId, suffix }: FileContent['firm']): string =>
  element('InitgPty', [
    name,
    ...(taxId
      ? [element('Id', [element('OrgId', [element('Othr', [element('Id', `${taxId}${suffix ?? ''}`)])])])]
      : []),
  ])

/**
 * A customer credit transfer initiation, ISO 20022 pain.001.001.09 in SEPA's rules: one block of payments of one day from one account,
 * booked by the bank as one. The elements stand in the order of the schema, which is part of it.
 */
export const painFile = ({ reference, writtenAt, payOn, firm, lines }: FileContent): string => {
  const count = element('NbOfTxs', String(lines.length))
  const sum = element('CtrlSum', totalOf(lines))
  const name = element('Nm', sepaText(firm.name, longest.name))
  const document = element(
    'Document',
    [
      element('CstmrCdtTrfInitn', [
        element('GrpHdr', [
          element('MsgId', reference),
          element('CreDtTm', writtenAt),
          ...[count, sum],
          initiator(name, firm),
        ]),
        element('PmtInf', [
          element('PmtInfId', reference),
          element('PmtMtd', 'TRF'),
          element('BtchBookg', 'true'),
          ...[count, sum],
          element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
          element('ReqdExctnDt', [element('Dt', payOn)]),
          element('Dbtr', [name]),
          account('DbtrAcct', firm.number),
          agent(firm.bic),
          element('ChrgBr', 'SLEV'),
          ...lines.map(transfer),
        ]),
      ]),
    ],
    ` xmlns="${namespace}"`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`
}
