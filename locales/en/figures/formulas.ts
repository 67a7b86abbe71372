/** How each figure is calculated. */
export const formulas = {
  totalCapital:
    'The sum of the capital of the accounts that were active on {{to}}: opened by that day and not ended. Capital is what was contributed less what has left, without interest. Each account counts once, under its first holder, and for whoever looked after the client on that day.',
  pendingCapital:
    'The sum of what was agreed less what was received, of the accounts that were awaiting payment on {{to}}. What was received does not count as capital until the account is active.',
  withdrawalRequests:
    'Withdrawals whose money had not left by {{to}}: requested, approved or in a batch. Those sent, paid, returned, rejected and cancelled do not count.',
  expirations:
    'Accounts whose term ends between {{from}} and {{to}}. Of those that have ended, what left the account; of those to come, their balance today. Those cancelled before their maturity do not count.',
  generatedInterests:
    'Gross interest and bonus interest earned between {{from}} and {{to}}: what was posted on those days plus what had accrued at the end, less what had accrued on the day before. It is the calculation of the page of each account.',
  registeredClients:
    'Clients registered between {{from}} and {{to}}, without merged or erased records. They count for whoever looks after them today.',
  expiredIds: 'People with an active account whose document expired before {{to}}. Permanent ones never expire.',
  birthdayClients:
    'People with an active account whose birthday is between {{from}} and {{to}}. In other years, birthdays on 29 February count on the 28th.',
  activatedAccounts: 'Accounts opened between {{from}} and {{to}}, with the agreed amount.',
  contributions:
    'Contributions posted between {{from}} and {{to}}. Those received within 30 days (or as many as the firm sets) of a payout to the same client or co-holder are reinvested; the rest are new money.',
  captation:
    'Contributions posted between {{from}} and {{to}} that are new money: they were not received within 30 days (or as many as the firm sets) of a payout to the same client or co-holder. They count for whoever the journal entry names, each with their part, even if the client has another manager now. The type is that of the product family; without one, that of the channel of the client.',
  captationOut:
    'Withdrawals and cancellations posted between {{from}} and {{to}}, for whoever the journal entry names.',
  netCaptation:
    'Contributions that are new money, less withdrawals and cancellations, posted between {{from}} and {{to}}, for whoever the journal entry names.',
  balance:
    'Capital and interest held on {{to}} in the accounts active on that day. Each account counts once, for whoever looked after the client on that day.',
  flows:
    'Journal entries posted between {{from}} and {{to}} that moved the balance of the accounts, by kind. Reversals count with the opposite sign on their own day. Each journal entry counts for whoever looked after the client on that day.',
  portfolioMoves:
    'The balance of the accounts of clients who joined or left a portfolio between {{from}} and {{to}}, on the day before the change.',
  idleMoney:
    'Money held on {{to}} in accounts that were not active: received before the opening was complete, or kept after the end.',
  clients:
    'Clients registered up to {{to}}, without merged and erased records, with whoever looked after them on that day.',
  uninstructed:
    'Active accounts whose term ends from {{from}} to {{to}} and which have no instruction: that of their product will apply. With today’s balance.',
  clientSizes: 'Clients registered up to {{to}}, by their capital in active accounts on that day.',
  clientAges:
    'Clients registered up to {{to}}, by how old they were on that day, with their capital. Companies are shown separately.',
  clientTenures:
    'Clients registered up to {{to}}, by how many years they had been with the firm on that day, with their capital.',
  outflows:
    'Withdrawals, cancellations and paid maturities posted between {{from}} and {{to}}. Reversals count with the opposite sign on their own day. Each journal entry counts for whoever looked after the client on that day.',
  averageBalance:
    'The balance of each account at the end of each day between {{from}} and {{to}}, capital and interest, divided by the number of days. Only days on which the chosen person looked after the client count; future days do not.',
  endedAccounts:
    'Accounts that were cancelled or matured between {{from}} and {{to}}, with the days since they were opened. Each counts for whoever looked after the client on that day.',
  maturedMoney:
    'What left the accounts at the end of their term, posted between {{from}} and {{to}}, by what became of it. Retention is the share of matured money that was renewed or transferred.',
}
