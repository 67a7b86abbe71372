export default {
  title: 'Interest to date',
  asOf: 'As of',
  formula: '{{posted}} posted + {{accrued}} accrued and not yet posted = {{toDate}}, before withholding.',
  terms: 'At {{rate}}{{bonus}}, {{dayCount}}, {{payout}}.',
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
  how: 'Each stretch is principal × rate × days; the last day doesn’t count. Rounding comes with posting.',
  all: 'Show all {{count}} stretches',
  fewer: 'Show the latest only',
  nothing: 'It hasn’t earned any interest yet.',
  never: 'This account comes from another bank and earns no interest here.',
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
        title: 'A job has stopped',
        text: 'It has failed so often that it is no longer tried by itself. Its error is shown at Processes, where it can be retried or discarded.',
      },
    },
    night: {
      postingFailed: {
        title: 'The nightly run does not finish',
        text: 'Interest and maturities of {{date}} could not be posted. They are tried again, with growing pauses.',
      },
    },
    maturities: {
      parked: {
        title: 'Maturities that wait',
        text: 'Matured without their instruction being carried out: {{count}}. Their money waits without interest until you say what to do.',
      },
      stopped: {
        title: 'Maturities that can’t be carried out',
        text: 'They mature in a week and their instruction can’t be carried out: {{count}}. The list says why.',
      },
    },
  },
  actions: {
    account_matured: 'An account matures',
    maturity_carriedOut: 'Carries out the instruction of a maturity that waited',
    maturity_reserveFreed: 'Frees what a withdrawal had reserved',
    job_retried: 'Retries a stopped job',
    job_cancelled: 'Discards a stopped job',
    postingRuns_exported: 'Exports the runs',
  },
  entities: {
    job: 'Job',
    postingRun: 'Run',
  },
}
