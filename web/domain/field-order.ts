import { moduleKeys, permissionActions } from '#contract/permissions.ts'

/**
 * The order in which fields of a change are read: whom or what it is about, its terms as the forms ask for them, figures from the first to
 * what is left of them, then what led there. The database keeps before and after without any order.
 */
export const fieldOrder: readonly string[] = [
  // What is done, to whom.
  ...['task', 'change', 'who', 'cvl', 'actingCvl', 'employeeId', 'absentId', 'substituteId', 'relation', 'email'],
  ...['survivor', 'absorbed', 'phone', 'surname', 'address', 'birthDate'],
  ...['blockKind', 'expectedEnd'],
  ...['identityKind', 'identityNumber', 'dniValidUntil', 'dniPermanent'],
  ...['country', 'taxResidence', 'taxRegion', 'riskLevel', 'pep', 'pepApproved'],
  ...['existingUser', 'worksFor', 'nameDiffers', 'emailChangedOn', 'emailChangedBy'],
  ...['access', 'role', 'rule', 'module', 'action', 'actions', 'scope', 'scopes', 'effect', 'allowed'],
  ...['state', 'status', 'ended', 'restore', 'checked', 'invited', 'fromOn', 'toOn'],
  ...['kycStatus', 'addressStatus', 'dniStatus'],
  // A move of staff.
  ...[
    'handover',
    'from',
    'to',
    'supervisor',
    'office',
    'effectiveOn',
    'people',
    'zone',
    'staff',
    'clients',
    'moved',
    'changed',
    'kept',
    'undone',
    'capital',
    'seenBy',
  ],
  // A product, as its form has it.
  ...['product', 'name', 'code', 'family', 'line', 'accrues', 'minimum', 'maximum', 'termMonths', 'penaltyPoints'],
  ...['payout', 'dayCount', 'defaultInstruction', 'earlyWithdrawal', 'additions', 'additionDays', 'capitalised'],
  ...['earnsUntilPaid', 'onSale', 'validFrom', 'validTo', 'rates'],
  // A bank account, of a client, of somebody of the staff or of the firm.
  ...['account', 'holder', 'bank', 'bankAccount', 'firmNumber', 'number', 'bic', 'firmTaxId', 'taxId', 'suffix'],
  ...['defaultAccount', 'takesOver', 'payments', 'otherHolder', 'sameNumber', 'sameOfJoint', 'newBankAccount'],
  ...['iban', 'ibanBank', 'payrollAccount', 'payrollBank'],
  ...['otherHolders', 'otherAmount'],
  // A bank statement, from its first balance to its last.
  ...['statementAccount', 'newAccount', 'fromDate', 'toDate', 'oldPeriod', 'lastDay', 'overlaps', 'follows'],
  ...['previousClosing', 'opening', 'entries'],
  ...['fresh', 'incoming', 'outgoing', 'moneyIn', 'moneyOut', 'closing'],
  // Money.
  ...['format', 'rows', 'accounts', 'requested', 'amount', 'amounts', 'contribution', 'withdrawal', 'interest', 'fee'],
  ...['newPerson', 'newCompany', 'updatedClient', 'openingBalance', 'newPosition', 'valuedPosition', 'newRelation'],
  ...['adjustment', 'leftOut', 'payOn', 'paid', 'currency', 'perEuro', 'rateOn', 'penalty', 'withheld', 'net'],
  ...['available', 'letGo', 'availableAfter', 'canceled', 'returnCode', 'bookingDate', 'valueDate', 'day', 'bookedOn'],
  ...['description', 'debit', 'credit', 'closedThrough', 'journals', 'differences'],
  // Who is credited with which part.
  ...[
    'productName',
    'clientChannel',
    'managerShare',
    'partnerShare',
    'advisorShare',
    'bankerShare',
    'reinvestmentDays',
  ],
  // Rates and limits.
  ...['region', 'payee', 'payer', 'basis', 'rate', 'bonus', 'limit', 'points', 'daysBack', 'confirmDays', 'source'],
  // Who has signed, and why somebody else is asked.
  ...['signature', 'signedBy', 'allSigned', 'needsApproval', 'because', 'waits', 'year', 'documents'],
  ...['maintenance', 'message', 'since', 'until', 'settingsPanel', 'secondFactorRoles', 'version'],
  ...['city', 'zoneId', 'zoneName', 'officeName', 'managerName', 'supervisorName', 'subcompanyName', 'pictureId'],
  ...['search', 'filters', 'columns', 'count', 'fields'],
  // What it led to, and what proves it.
  ...['by', 'reversedBy', 'onBehalfOf', 'approval', 'reason', 'failure', 'sha256'],
  ...moduleKeys,
  ...permissionActions,
]

const fieldPositions = new Map(fieldOrder.map((name, at) => [name, at]))
const getFieldPosition = (name: string): number => fieldPositions.get(name) ?? fieldOrder.length
const numericCollator = new Intl.Collator('en', { numeric: true })

/** Which of two fields is read first, each by the names that lead to it. Those that have no place come last, by their names. */
export const compareFieldPaths = (firstPath: readonly string[], secondPath: readonly string[]): number => {
  for (const [at, name] of firstPath.entries()) {
    const beside = secondPath[at]
    if (beside === undefined) return 1
    const order = getFieldPosition(name) - getFieldPosition(beside) || numericCollator.compare(name, beside)
    if (order !== 0) return order
  }
  return firstPath.length - secondPath.length
}
