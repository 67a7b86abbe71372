export default {
  title: 'Juros até à data',
  asOf: 'À data de',
  formula: '{{posted}} liquidados + {{accrued}} corridos por liquidar = {{toDate}}, antes de retenção na fonte.',
  terms: 'TANB {{rate}}{{bonus}}, base {{dayCount}}, {{payout}}.',
  withBonus: ' mais {{rate}} de juro extra',
  next: 'Próxima liquidação: {{date}}.',
  payouts: {
    monthly: 'liquidação mensal',
    quarterly: 'liquidação trimestral',
    half_yearly: 'liquidação semestral',
    yearly: 'liquidação anual',
    at_maturity: 'liquidação no vencimento',
  },
  from: 'De',
  to: 'Até',
  days: 'Dias',
  capital: 'Capital',
  amount: 'Juro exato (€)',
  bonus: 'Juro extra exato (€)',
  how: 'Cada período calcula-se como capital × TANB × dias; o último dia não conta. Arredonda-se ao liquidar.',
  all: 'Ver os {{count}} períodos',
  fewer: 'Ver só os últimos',
  nothing: 'Ainda não gerou juros.',
  nothingHint: 'Os primeiros aparecem no dia seguinte à abertura.',
  never: 'Esta conta vem de outro banco e não gera juros aqui.',
  neverHint: 'Os juros são calculados e pagos pelo banco de origem.',
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
        title: 'Tarefa parada',
        text: 'Falhou demasiadas vezes e não será repetida automaticamente. Consulte o erro em Processos para a repetir ou descartar.',
      },
    },
    night: {
      postingFailed: {
        title: 'Processo noturno por terminar',
        text: 'Não foi possível contabilizar os juros e vencimentos de {{date}}. Será repetido automaticamente.',
      },
    },
    maturities: {
      parked: {
        title: 'Vencimentos pendentes de instrução',
        text: 'Contas vencidas cuja instrução não foi possível cumprir: {{count}}. O dinheiro não gera juros até ser indicada uma instrução.',
      },
      stopped: {
        title: 'Vencimentos com impedimento',
        text: 'Contas que vencem dentro de uma semana e cuja instrução não se pode cumprir: {{count}}. Consulte o motivo na lista.',
      },
    },
  },
  actions: {
    account_matured: 'Vence uma conta',
    maturity_carriedOut: 'Cumpre a instrução de um vencimento pendente',
    maturity_reserveFreed: 'Liberta o montante reservado por um levantamento',
    job_retried: 'Repete uma tarefa parada',
    job_cancelled: 'Descarta uma tarefa parada',
    postingRuns_exported: 'Exporta os processos',
  },
  entities: {
    job: 'Tarefa',
    postingRun: 'Processo',
  },
  jobs: {
    interest_postNightly: 'Juros e vencimentos do dia',
  },
  personalTables: {
    interest_through: 'Juros liquidados',
  },
  auditFields: {
    freed: 'Libertado',
    reserved: 'Reservado para levantamentos',
  },
}
