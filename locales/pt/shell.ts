import type es from '../es/shell.ts'
import type { Shape } from '../shape.ts'

export default {
  product: 'Atalaya',
  screens: {
    personal: 'Área pessoal',
    settings: 'Definições',
    clients: 'Clientes',
    client: 'Ficha do cliente',
    account: 'Conta',
  },
  groups: {
    system: 'Sistema',
    business: 'Negócio',
  },
  prefixes: {
    dino: 'Espanha',
    dino_uab: 'Portugal',
    cfl: 'México',
  },
  roles: {
    admin: 'Administração',
    direction: 'Direção',
    supervisor: 'Supervisão',
    manager: 'Gestor',
    partner: 'Partner',
    advisor: 'Consultor',
    banker: 'Banker',
    investments: 'Investimentos',
    hr: 'Recursos humanos',
    user: 'Utilizador',
  },
  languages: {
    spanish: 'Español',
    english: 'English',
    portuguese: 'Português',
    mexican: 'Español (México)',
  },
  skip: 'Saltar para o conteúdo',
  menu: {
    main: 'Menu principal',
    open: 'Abrir o menu',
    close: 'Fechar o menu',
    home: 'Início da Atalaya',
  },
  breadcrumb: 'Localização da página',
  language: 'Idioma',
  theme: {
    dark: 'Mudar para o modo escuro',
    light: 'Mudar para o modo claro',
  },
  prefix: 'Base de dados: {{name}}',
  profile: {
    open: 'A tua conta: {{name}}',
    signOut: 'Terminar sessão',
  },
  currency: {
    label: 'Moeda',
    converted:
      'Montantes convertidos em {{code}} (1 € = {{rate}} {{code}} desde {{date}}). Os livros e os ficheiros exportados estão em euros.',
    back: 'Ver em euros',
  },
  footer: {
    version: 'Versão {{version}}',
    help: 'Ajuda e atalhos',
  },
  palette: {
    open: 'Procurar ou ir para…',
    title: 'Procurar ou ir para uma página',
    hint: 'Nome, identidade, telefone, e-mail ou CVL',
    screens: 'Páginas',
    clients: 'Clientes',
    searching: 'A procurar…',
    nothing: 'Nada corresponde a «{{text}}».',
    failed: 'A pesquisa não responde. Tenta novamente.',
    start: 'Escreve pelo menos duas letras para procurar clientes.',
    manager: 'Gestor: {{name}}',
  },
  keys: {
    title: 'Atalhos de teclado',
    palette: 'Procurar ou ir para uma página',
    search: 'Procurar na lista',
    move: 'Linha seguinte ou anterior',
    open: 'Abrir a linha',
    clients: 'Ir para clientes',
    record: 'Ficha anterior ou seguinte da lista',
    help: 'Esta ajuda',
    between: 'e depois',
  },
} satisfies Shape<typeof es>
