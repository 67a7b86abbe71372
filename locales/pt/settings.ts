import type es from '../es/settings.ts'
import type { Shape } from '../shape.ts'

export default {
  context: 'Definições de {{prefix}}. Todas as alterações ficam na auditoria.',
  conflict:
    'Outra pessoa alterou as definições. São mostradas as atuais: repita a sua alteração se ainda for necessária.',
  parts: {
    label: 'Secções das definições',
    all: 'Todas as definições',
    groups: {
      access: 'Controlo e acesso',
      money: 'Dinheiro',
      data: 'Catálogos',
      messages: 'Comunicações',
      danger: 'Zona de risco',
    },
    checks: 'Alterações que requerem aprovação',
    secondFactor: 'Segundo fator',
    google: 'Acesso com Google',
    panel: 'Aspeto',
    payments: 'Pagamentos e limites',
    currencies: 'Moedas',
    withholding: 'Retenções na fonte',
    attribution: 'Atribuição',
    profitability: 'Rentabilidade',
    accounting: 'Contabilidade',
    reference: 'Zonas, balcões e catálogos',
    consents: 'Textos dos consentimentos',
    retention: 'Conservação de dados',
    notices: 'Avisos a clientes',
    presentations: 'Apresentações',
    mail: 'E-mail',
    maintenance: 'Manutenção',
  },
  search: {
    label: 'Pesquisar nas definições',
    found_one: '{{count}} resultado',
    found_many: '{{count}} resultados',
    found_other: '{{count}} resultados',
  },
  maintenance: {
    title: 'Manutenção',
    lead: 'Enquanto durar, só podem entrar os administradores. As restantes pessoas verão a página de manutenção e voltarão automaticamente ao ponto em que estavam. As sessões sem atividade durante meia hora são terminadas, como sempre.',
    off: 'Aberto a todos os utilizadores',
    on: 'Em manutenção desde {{since}}',
    until: 'Fim previsto: {{until}}',
    open: 'Sem fim previsto',
    message: 'Mensagem',
    messageHint: 'Texto a mostrar. Se ficar vazio, o habitual.',
    length: 'Duração prevista',
    lengths: {
      none: 'Sem previsão',
      minutes_one: '{{count}} minuto',
      minutes_many: '{{count}} minutos',
      minutes_other: '{{count}} minutos',
      hours_one: '{{count}} hora',
      hours_many: '{{count}} horas',
      hours_other: '{{count}} horas',
    },
    begin: 'Começar a manutenção',
    change: 'Alterar a mensagem',
    end: 'Terminar a manutenção',
    confirmTitle: 'Começar a manutenção de {{prefix}}?',
    confirmText: 'A partir deste momento só os administradores poderão trabalhar. Todos os utilizadores são avisados.',
  },
  currencies: {
    title: 'Moedas',
    lead: 'A contabilidade está em euros. Com uma taxa de câmbio, cada pessoa pode ver os montantes convertidos, assinalados como tal.',
    currency: 'Moeda',
    currencyHint: 'Três letras: USD, GBP, MXN…',
    perEuro: 'Unidades por 1 €',
    perEuroHint: 'Por exemplo: 1,0825',
    validFrom: 'Desde',
    setBy: 'Definida por',
    setAt: 'Definida em',
    state: 'Estado',
    states: { current: 'Em vigor', coming: 'Futura', past: 'Anterior' },
    remove: 'Remover',
    removeNamed: 'Remover a taxa de câmbio de {{currency}} desde {{date}}',
    removed: 'Taxa de câmbio de {{currency}} desde {{date}} removida.',
    restored: 'Taxa de câmbio de {{currency}} desde {{date}} reposta.',
    add: 'Adicionar taxa de câmbio',
    none: 'Não há taxas de câmbio: os montantes são mostrados só em euros.',
  },
  google: {
    title: 'Google',
    on: 'O acesso com Google está ativado.',
    off: 'O acesso com Google não está configurado e não é mostrado.',
    how: 'Para o ativar, o administrador do sistema tem de registar o identificador Google da sua organização.',
    client: 'Identificador',
    issuer: 'Emissor',
  },
  mail: {
    title: 'E-mail',
    smtp: 'O e-mail é enviado pelo servidor configurado.',
    mailbox: 'Não há servidor de e-mail: as mensagens ficam guardadas sem enviar.',
    how: 'Para as enviar, o administrador do sistema tem de configurar o servidor de e-mail.',
    waiting: 'Pendentes',
    failed: 'Não entregues',
  },
  secondFactor: {
    addTitle: 'Exigir um segundo fator ao perfil {{role}}?',
    addText:
      'Há pessoas com este perfil que aprovam e não têm segundo fator: não poderiam aprovar durante as 24 horas seguintes à ativação. Por isso tem de ser aprovado pela Direção.',
    endTitle: 'Deixar de exigir um segundo fator ao perfil {{role}}?',
    endText: 'Tem de ser aprovado pela Direção. Até lá continua a ser exigido.',
    title: 'Segundo fator',
    lead: 'Estes perfis precisam de uma aplicação de códigos ou de uma chave de acesso para trabalhar. Quem não a tiver ativa-a ao entrar.',
  },
  panel: {
    title: 'Aspeto',
    label: 'Os utilizadores podem abrir o painel de aspeto',
  },
  checks: {
    title: 'Alterações que requerem aprovação',
    lead: 'As alterações assinaladas não se aplicam até outra pessoa as aprovar. Desmarcar um controlo requer a aprovação da Direção e os aprovadores são avisados. As alterações já propostas continuam pendentes.',
    always:
      'Requerem sempre aprovação: desmarcar um controlo, os limites dos perfis, as regras das entregas manuais, deixar um perfil sem segundo fator e nomear um substituto de outra pessoa que decide sobre dinheiro ou permissões.',
    onTitle: 'Começar a exigir: {{task}}?',
    onText:
      'Com a aprovação da Direção, ninguém poderá aprovar dinheiro, contas nem permissões sem um segundo fator ativado pelo menos um dia antes. Verifique antes que os aprovadores o têm.',
    on: 'Propor',
    offTitle: 'Deixar de exigir: {{task}}?',
    offText:
      'Com a aprovação da Direção, bastará uma só pessoa e a alteração será imediata. Os aprovadores são avisados e fica na auditoria.',
    off: 'Propor',
    reason: 'Motivo',
    reasonHint: 'Será visto por quem aprovar.',
    waiting: 'Pendente de aprovação por outra pessoa.',
    open: 'Ver a proposta',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  screens: {
    settings: 'Definições',
  },
  modules: {
    bt_Ajustes: 'Definições',
  },
  notifications: {
    maintenance: {
      announced: {
        title: 'Manutenção',
        text: 'Fim previsto: {{until}}.',
        open: 'Sem data de fim prevista.',
      },
    },
    setting: {
      changed: {
        title: 'Definição alterada',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    limit: {
      changed: {
        title: 'Limite alterado',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    contributionRules: {
      changed: {
        title: 'Regras das entregas manuais alteradas',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    firmAccount: {
      changed: {
        title: 'Conta a debitar dos pagamentos alterada',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    secondFactorRoles: {
      changed: {
        title: 'Segundo fator',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
  },
  actions: {
    firmAccount_set: 'Altera a conta a debitar dos pagamentos',
    contributionRules_set: 'Altera as regras das entregas manuais',
    limit_set: 'Define um limite',
    limit_removed: 'Retira um limite',
    settings_changed: 'Altera as definições',
    currencyRate_set: 'Define uma taxa de câmbio',
    currencyRate_removed: 'Retira uma taxa de câmbio',
    paymentRate_set: 'Define uma taxa de câmbio dos pagamentos',
  },
  entities: {
    settings: 'Definições',
    currencyRate: 'Taxa de câmbio',
    paymentRate: 'Taxa de câmbio dos pagamentos',
    bt_Ajustes: 'Ecrã: Definições',
  },
  tasks: {
    paymentRate: 'Taxa de câmbio dos pagamentos',
    limit: 'Limite de um perfil',
    contributionRules: 'Regras das entregas manuais',
    firmAccount: 'Conta a debitar dos pagamentos',
    secondFactorRole: 'Segundo fator de um perfil',
  },
  changes: {
    paymentRate: 'Taxa de câmbio dos pagamentos de {{rateOn}}: {{perEuro}} {{who}} por euro',
    limitSet: 'Limite de {{kind}} de {{role}}: {{value}} desde {{from}}',
    limitRemoved: 'Retirar o limite de {{kind}} de {{role}} que começa em {{from}}',
    limitKinds: {
      withdrawal: 'levantamento',
      contribution: 'entrega manual',
      bonus: 'juro extra',
    },
    points: '{{points}} pontos',
    anyAmount: 'sem limite',
    contributionRules: 'Data-valor até {{days}} dias úteis anterior; confirmação do banco em {{confirmDays}}',
    firmAccount: 'Pagar a partir da conta {{account}}',
    secondFactorRole: 'Deixar de exigir um segundo fator ao perfil {{role}}',
    secondFactorRoleOn: 'Exigir um segundo fator ao perfil {{role}}',
  },
  refusals: {
    'settings.noPaymentRate': 'Os pagamentos são feitos em euros: não é precisa taxa de câmbio.',
  },
  auditFields: {
    maintenance: 'Manutenção',
    message: 'Mensagem',
    until: 'Até',
    settingsPanel: 'Painel de aspeto',
    secondFactorRoles: 'Perfis com segundo fator',
    taxId: 'NIF',
  },
  changeFields: {
    rateOn: 'Data',
    daysBack: 'Dias úteis de antiguidade permitidos',
    confirmDays: 'Dias úteis para a confirmação do banco',
    limit: 'Limite',
    points: 'Pontos',
    firmTaxId: 'NIF da empresa',
    suffix: 'Sufixo',
    firmNumber: 'IBAN ou CLABE',
    bic: 'BIC',
  },
  changeValues: {
    anyAmount: 'Sem limite',
  },
}
