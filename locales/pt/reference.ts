export default {
  save: 'Guardar',
  change: 'Alterar',
  changeNamed: 'Alterar {{name}}',
  remove: 'Eliminar',
  removeNamed: 'Eliminar {{name}}',
  removeTitle: 'Eliminar «{{name}}»?',
  removeText: 'Não está em uso. Deixará de aparecer nos formulários e filtros.',
  actions: 'Ações',
  search: 'Pesquisar',
  nothing: 'Sem resultados.',
  more: 'São mostrados {{shown}} de {{total}}. Use a pesquisa para ver mais.',
  uses: {
    offices: 'Balcões',
    clients: 'Clientes',
    employees: 'Colaboradores',
    accounts: 'Contas',
    quotes: 'Mobilizações',
    contacts: 'Contactos',
  },
  fields: {
    name: 'Nome',
    zone: 'Zona',
    city: 'Cidade',
    taxId: 'Número fiscal',
  },
  kinds: {
    zones: {
      title: 'Zonas',
      lead: 'Cada balcão e cada cliente pertencem a uma zona. Só se podem eliminar as que não estejam em uso.',
      add: 'Adicionar zona',
      change: 'Alterar a zona',
      none: 'Não há nenhuma zona.',
    },
    offices: {
      title: 'Balcões',
      lead: 'Onde as pessoas trabalham e as contas são abertas.',
      add: 'Adicionar balcão',
      change: 'Alterar o balcão',
      none: 'Não há nenhum balcão.',
      zoneWaits: 'Há pessoas neste balcão: a mudança de zona tem de ser aprovada pela Direção. O resto é guardado já.',
    },
    subcompanies: {
      title: 'Subempresas',
      lead: 'Empresas do grupo que empregam os colaboradores.',
      add: 'Adicionar subempresa',
      change: 'Alterar a subempresa',
      none: 'Não há nenhuma subempresa.',
    },
    cancellationReasons: {
      title: 'Motivos de mobilização',
      lead: 'Motivos pelos quais um cliente mobiliza antes do vencimento. Indica-se um ao guardar a simulação.',
      add: 'Adicionar motivo',
      change: 'Alterar o motivo',
      none: 'Não há nenhum motivo.',
    },
    contactTypes: {
      title: 'Tipos de contacto',
      lead: 'O que é cada contacto da agenda comercial.',
      add: 'Adicionar tipo',
      change: 'Alterar o tipo',
      none: 'Não há nenhum tipo.',
    },
    contactWorks: {
      title: 'Trabalho realizado',
      lead: 'O que já foi feito com um contacto.',
      add: 'Adicionar trabalho',
      change: 'Alterar o trabalho',
      none: 'Não há nenhum trabalho.',
    },
    contactReferences: {
      title: 'Referências dos contactos',
      lead: 'Quem recomendou um contacto.',
      add: 'Adicionar referência',
      change: 'Alterar a referência',
      none: 'Não há nenhuma referência.',
    },
    contactSources: {
      title: 'Origem dos dados',
      lead: 'De onde vêm os dados de um contacto.',
      add: 'Adicionar origem',
      change: 'Alterar a origem',
      none: 'Não há nenhuma origem.',
    },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    reference_added: 'Adiciona um dado de referência',
    reference_changed: 'Altera um dado de referência',
    reference_removed: 'Elimina um dado de referência',
  },
  entities: {
    zone: 'Zona',
    office: 'Balcão',
    subcompany: 'Subempresa',
    cancellation_reason: 'Motivo de mobilização',
    contact_type: 'Tipo de contacto',
    contact_work: 'Trabalho realizado',
    contact_reference: 'Referência de contactos',
    contact_source: 'Origem dos dados',
  },
  tasks: {
    office: 'Zona de um balcão',
  },
  changes: {
    officeZone: 'Alterar a zona do balcão {{office}}: de {{from}} para {{to}}',
  },
  refusals: {
    'reference.inUse': 'Está em uso: altere-o primeiro onde aparece.',
    'reference.taken': 'Já existe outro com esse nome ou código.',
  },
  auditFields: {
    zoneId: 'Zona n.º',
    city: 'Cidade',
  },
  changeFields: {
    zone: 'Zona',
    staff: 'Pessoas que trabalham ou trabalharam no balcão',
  },
}
