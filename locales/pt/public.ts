import type es from '../es/public.ts'
import type { Shape } from '../shape.ts'

export default {
  signIn: 'Iniciar sessão',
  home: 'Ir para o início',
  landing: {
    title: 'Cada cliente, cada conta, cada valor explicado ao cêntimo',
    lead: 'A Atalaya é a ferramenta interna com que a equipa acompanha os seus clientes. Entra-se com a conta que um administrador abre.',
    clients: {
      title: 'Clientes e contas',
      text: 'A carteira de cada gestor com os seus dados, os seus documentos e o saldo de cada conta.',
    },
    figures: {
      title: 'Valores que batem certo',
      text: 'Um livro de partidas dobradas que só cresce: cada saldo pode voltar a ser calculado.',
    },
    access: {
      title: 'A cada um o seu',
      text: 'O perfil decide o que se vê e o que se pode fazer, e cada alteração fica registada.',
    },
  },
  maintenance: {
    title: 'Em manutenção',
    text: 'Estamos a trabalhar na Atalaya. Os teus dados estão a salvo; volta daqui a pouco.',
    until: 'Previsto até {{until}}.',
    retry: 'Verificar agora',
    waiting: 'Esta página verifica a cada 30 segundos e leva-te de volta aonde estavas.',
    over: 'Não há manutenção em curso',
    overText: 'A Atalaya funciona normalmente.',
    firm: 'Afeta: {{firm}}',
    unknown: 'Não foi possível perguntar ao servidor.',
  },
  upcoming: {
    title: 'Voltamos em breve',
    lead: 'A Atalaya está em manutenção. Prevê-se que termine em {{until}}.',
    noEnd: 'A Atalaya está em manutenção e não foi anunciado até quando.',
    nothing: 'Nada anunciado',
    nothingText: 'A Atalaya funciona normalmente e não se espera nenhuma interrupção.',
    late: 'Já devia ter terminado: está por momentos.',
    days: 'dias',
    hours: 'horas',
    minutes: 'minutos',
    seconds: 'segundos',
  },
  notFound: {
    title: 'Página não encontrada',
    text: 'O endereço não leva a nenhuma página. A ligação pode ser antiga ou ter um erro.',
  },
  broken: {
    title: 'Algo falhou no servidor',
    text: 'A culpa não é tua. Tenta novamente daqui a pouco; se continuar, avisa o suporte.',
  },
} satisfies Shape<typeof es>
