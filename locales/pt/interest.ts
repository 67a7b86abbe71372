export default {
  title: 'Juros até à data',
  asOf: 'À data de',
  formula: '{{posted}} liquidados + {{accrued}} vencidos por liquidar = {{toDate}}, antes de retenção na fonte.',
  terms: 'À taxa de {{rate}}{{bonus}}, base {{dayCount}}, {{payout}}.',
  withBonus: ' mais {{rate}} de juro extra',
  next: 'Próxima liquidação: {{date}}.',
  payouts: {
    monthly: 'liquidação mensal',
    quarterly: 'liquidação trimestral',
    half_yearly: 'liquidação semestral',
    yearly: 'liquidação anual',
    at_maturity: 'liquidação no vencimento',
  },
  from: 'Desde',
  to: 'Até',
  days: 'Dias',
  capital: 'Capital',
  amount: 'Juro exato (€)',
  bonus: 'Juro extra exato (€)',
  how: 'Cada período é capital × taxa × dias; o último dia não conta. Arredonda-se ao liquidar.',
  all: 'Ver os {{count}} períodos',
  fewer: 'Ver só os últimos',
  nothing: 'Ainda não gerou juros.',
  never: 'Esta conta vem de outro banco e não gera juros aqui.',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    runs: 'Processos',
    run: 'Processo',
  },
  notifications: {
    jobs: {
      dead: {
        title: 'Uma tarefa parou',
        text: 'Falhou tantas vezes que já não é tentada automaticamente. Em Processos está o erro, e é possível tentar de novo ou descartá-la.',
      },
    },
    night: {
      postingFailed: {
        title: 'O processo da noite não termina',
        text: 'Os juros e vencimentos de {{date}} não foram contabilizados. Volta a tentar-se, cada vez com mais pausa.',
      },
    },
    maturities: {
      parked: {
        title: 'Vencimentos em espera',
        text: 'Venceram sem se poder cumprir a instrução: {{count}}. O dinheiro espera sem juros até dizeres o que fazer.',
      },
      stopped: {
        title: 'Vencimentos com um impedimento',
        text: 'Vencem dentro de uma semana e a instrução não se pode cumprir: {{count}}. A lista diz porquê.',
      },
    },
  },
  actions: {
    account_matured: 'Vence uma conta',
    maturity_carriedOut: 'Cumpre a instrução de um vencimento em espera',
    maturity_reserveFreed: 'Fica livre o que um levantamento reservava',
    job_retried: 'Tenta de novo uma tarefa parada',
    job_cancelled: 'Descarta uma tarefa parada',
    postingRuns_exported: 'Exporta os processos',
  },
  entities: {
    job: 'Tarefa',
    postingRun: 'Processo',
  },
}
