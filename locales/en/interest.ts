export default {
  title: 'Interest to date',
  asOf: 'As of',
  formula: '{{posted}} posted + {{accrued}} accrued and not yet posted = {{toDate}}, before withholding tax.',
  terms: 'Rate {{rate}}{{bonus}}, {{dayCount}}, {{payout}}.',
  withBonus: ' plus {{rate}} bonus interest',
  next: 'Next payment: {{date}}.',
  payouts: {
    monthly: 'paid monthly',
    quarterly: 'paid quarterly',
    half_yearly: 'paid half-yearly',
    yearly: 'paid yearly',
    at_maturity: 'paid at maturity',
  },
  from: 'From',
  to: 'To',
  days: 'Days',
  capital: 'Principal',
  amount: 'Exact interest (€)',
  bonus: 'Exact bonus interest (€)',
  how: 'Each period is principal × rate × days; the last day does not count. Rounded on posting.',
  all: 'Show all {{count}} periods',
  fewer: 'Show latest only',
  nothing: 'No interest accrued yet.',
  nothingHint: 'The first interest appears the day after the account opens.',
  never: 'This account comes from another bank and earns no interest here.',
  neverHint: 'The other bank calculates and pays the interest.',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    runs: 'Runs',
    run: 'Run',
  },
  notifications: {
    jobs: {
      dead: {
        title: 'Task stopped',
        text: 'It has failed too many times and will not be retried automatically. See the error in Runs to retry or discard it.',
      },
    },
    night: {
      postingFailed: {
        title: 'Nightly process not finished',
        text: 'Interest and maturities of {{date}} could not be posted. This will be retried automatically.',
      },
    },
    maturities: {
      parked: {
        title: 'Maturities awaiting instruction',
        text: 'Matured accounts whose instruction could not be carried out: {{count}}. Their money earns no interest until you give an instruction.',
      },
      stopped: {
        title: 'Maturities with an impediment',
        text: 'Accounts maturing within a week whose instruction cannot be carried out: {{count}}. See the reason in the list.',
      },
    },
  },
  actions: {
    account_matured: 'An account matures',
    maturity_carriedOut: 'Carries out the instruction of a pending maturity',
    maturity_reserveFreed: 'Releases the amount reserved for a withdrawal',
    job_retried: 'Retries a stopped task',
    job_cancelled: 'Discards a stopped task',
    postingRuns_exported: 'Exports the runs',
  },
  entities: {
    job: 'Task',
    postingRun: 'Run',
  },
  jobs: {
    interest_postNightly: 'Interest and maturities of the day',
  },
  personalTables: {
    interest_through: 'Interest settled',
  },
  auditFields: {
    freed: 'Released',
    reserved: 'Reserved for withdrawals',
  },
}
