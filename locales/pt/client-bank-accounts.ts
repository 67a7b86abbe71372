export default {
  title: 'Contas bancárias',
  lead: 'Contas para pagamentos. Se não for indicada outra, paga-se na predefinida.',
  none: 'Sem contas bancárias',
  noneHint: 'Os pagamentos ao cliente ficam pendentes até existir uma.',
  fields: {
    number: 'IBAN',
    holder: 'Titular',
    state: 'Situação',
    knownSince: 'Registada desde',
    waiting: 'A pagar',
    actions: 'Ações',
    endedAt: 'Data de desativação',
    makeDefault: 'Conta predefinida',
    takesOver: 'Conta que a substitui',
    reason: 'Motivo',
  },
  states: {
    default: 'Predefinida',
    payout: 'Recebe pagamentos',
    known: 'Só entradas',
    invalid: 'Número inválido',
    held: 'Retida até {{at}}',
  },
  rowActions: 'Ações com {{number}}',
  sharing: {
    clients_one: 'Outro cliente também a tem',
    clients_many: 'Outros {{count}} clientes também a têm',
    clients_other: 'Outros {{count}} clientes também a têm',
    joint: 'cotitulares',
  },
  ended_one: 'Uma conta desativada',
  ended_many: '{{count}} contas desativadas',
  ended_other: '{{count}} contas desativadas',
  pending: {
    title: 'Pendentes de aprovação',
    add: 'Adicionar {{number}} em nome de {{holder}}',
    addDefault: 'Adicionar {{number}} em nome de {{holder}} como predefinida',
    default: 'Usar {{number}} como predefinida',
    end: 'Desativar {{number}}',
    endTakenOver: 'Desativar {{number}} e substituí-la por {{takesOver}}',
    by: 'Proposto por {{name}} em {{at}}',
    otherHolder: 'O titular não é o cliente',
    open: 'Ver a proposta',
  },
  add: {
    action: 'Adicionar conta',
    title: 'Nova conta bancária',
    lead: 'Outra pessoa tem de a aprovar. Os pagamentos para uma conta nova ficam retidos 48 horas.',
    numberHint: 'Copie-a de um documento do banco, não de uma mensagem.',
    holderHint: 'Como consta no banco.',
    makeDefaultHint: 'Os pagamentos que já têm uma conta atribuída mantêm-na.',
    first: 'Será a predefinida, por ser a única para pagamentos.',
    checked: 'Confirmei com o cliente',
    submit: 'Propor a conta',
  },
  makeDefault: {
    action: 'Tornar predefinida',
    named: 'Tornar {{number}} predefinida',
    text: 'Se não for indicada outra conta, paga-se em {{number}}. Os pagamentos que já têm uma atribuída mantêm-na.',
    fromKnown: 'Até agora só foram recebidas entradas a partir dela: os pagamentos ficam retidos 48 horas.',
  },
  end: {
    action: 'Desativar',
    named: 'Desativar {{number}}',
    text: 'Não serão feitos mais pagamentos para {{number}}. A conta mantém-se no histórico.',
    waiting_one: 'Há {{count}} pagamento pendente de {{amount}}, que passará para a conta que a substitui.',
    waiting_many: 'Há {{count}} pagamentos pendentes de {{amount}}, que passarão para a conta que a substitui.',
    waiting_other: 'Há {{count}} pagamentos pendentes de {{amount}}, que passarão para a conta que a substitui.',
    noOther:
      'Há pagamentos pendentes de {{amount}} e nenhuma outra conta para pagamentos. Adicione outra ou cancele antes esses pagamentos.',
  },
  reasonHint: 'Será visto por quem aprovar.',
  asked: 'Proposta enviada. Terá efeito quando outra pessoa a aprovar.',
  done: 'Alteração realizada.',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      bankAccount: {
        title: 'Alteração nas contas para pagamentos de um cliente',
        text: '{{change}}. Se não esperava esta alteração, avise a Direção.',
      },
    },
  },
  actions: {
    client_bankAccountDoubted: 'Recebe um aviso: outro cliente tem essa conta bancária',
    client_bankAccountAdded: 'Adiciona uma conta bancária a um cliente',
    client_bankAccountDefault: 'Altera a conta predefinida de um cliente',
    client_bankAccountEnded: 'Desativa uma conta bancária de um cliente',
  },
  tasks: {
    bankAccount: 'Conta bancária de um cliente',
  },
  changes: {
    bankAdd: 'Adicionar a conta {{account}} ao cliente {{who}}',
    bankDefault: 'Pagar ao cliente {{who}} na conta {{account}}',
    bankEnd: 'Desativar a conta {{account}} do cliente {{who}}',
  },
  personalTables: {
    client_bank_account: 'Contas bancárias',
    client_bank_change: 'Alterações de contas bancárias',
  },
  refusals: {
    'bankAccount.known': 'O cliente já tem essa conta.',
    'bankAccount.asked': 'Esta alteração já foi proposta e está pendente de aprovação.',
    'bankAccount.doubtful': 'Confirme com o cliente antes de o propor.',
    'bankAccount.isDefault': 'Já é a conta predefinida.',
    'bankAccount.paymentsWait':
      'Há pagamentos pendentes para essa conta. Indique outra que os receba ou cancele-os antes.',
    'bankAccount.inBatch': 'Há um pagamento para essa conta numa remessa. Aguarde que seja enviado ou retire-o antes.',
    'bankAccount.overLimit':
      'Os pagamentos que mudariam de conta ultrapassam o seu limite: tem de ser aprovado por uma pessoa com um limite maior.',
  },
  changeFields: {
    defaultAccount: 'Conta predefinida',
    holder: 'Titular no banco',
    bank: 'Banco',
    sameNumber: 'Outros clientes com esse número',
    sameOfJoint: 'Destes, cotitulares',
    takesOver: 'Conta que a substitui',
  },
}
