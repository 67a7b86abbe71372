import { parseFrequencies, parsePlaces, type SeedCountry } from './country.ts'

/** Names by how many bear them, surnames in thousands, after published counts; cities by inhabitants. */
export const portugal: SeedCountry = {
  drawFemaleName:
    parseFrequencies(`Maria 900, Ana 410, Ana Maria 130, Maria de Fátima 150, Maria José 140, Maria da Conceição 110, Maria de Lurdes 100, Isabel 150,
    Sandra 120, Paula 130, Carla 130, Sónia 105, Susana 95, Cristina 110, Teresa 100, Helena 95, Margarida 110, Joana 150,
    Catarina 140, Inês 150, Mariana 130, Beatriz 140, Sofia 120, Rita 125, Patrícia 110, Marta 105, Andreia 95, Cátia 80,
    Vânia 65, Filipa 80, Carolina 95, Leonor 90, Matilde 80, Maria João 70, Maria Manuela 70, Manuela 60, Fernanda 80,
    Rosa 80, Graça 55, Lúcia 50, Luísa 75, Alice 60, Clara 55, Francisca 60, Madalena 50, Diana 75, Daniela 80, Raquel 75,
    Vera 60, Elsa 45, Anabela 60, Fátima 70, Célia 50, Sílvia 60, Mónica 60, Liliana 55, Tânia 60, Bruna 40, Cláudia 80,
    Marisa 45, Teresa Maria 25, Ana Paula 60, Ana Rita 55, Ana Sofia 55, Ana Catarina 40, Lara 45, Júlia 45, Laura 50,
    Ema 30, Gabriela 45, Adelaide 25, Deolinda 20, Olinda 15, Emília 30, Celeste 25, Natália 30, Aurora 25, Benedita 25`),
  drawMaleName:
    parseFrequencies(`José 420, António 400, João 390, Manuel 360, Carlos 230, Paulo 210, Pedro 260, Luís 220, Rui 190, Miguel 170, Nuno 160,
    Ricardo 150, Tiago 160, Francisco 170, Fernando 150, Jorge 150, Joaquim 120, André 140, Bruno 130, Diogo 130, Rodrigo 110,
    Afonso 95, Duarte 80, Gonçalo 110, Tomás 95, Martim 85, Rafael 95, Guilherme 95, Gabriel 75, Daniel 95, Hugo 105, Filipe 95,
    Sérgio 95, Vítor 105, Mário 90, Marco 75, David 85, Alexandre 80, Eduardo 80, Henrique 75, Domingos 50, Artur 50,
    Alberto 50, Armando 45, Augusto 40, Américo 35, Adriano 35, Álvaro 40, Fábio 70, Hélder 50, Ivo 25, Jaime 30, Leonardo 40,
    Lourenço 45, Nelson 45, Óscar 20, Raul 35, Renato 35, Samuel 45, Santiago 40, Simão 45, Vasco 50, Salvador 45, Dinis 45,
    José Manuel 90, José Carlos 70, João Paulo 55, João Pedro 60, Luís Miguel 50, Carlos Alberto 45, António José 50,
    José António 55, Paulo Jorge 50, Rui Pedro 30, Pedro Miguel 40, Carlos Manuel 40, Luís Filipe 35, Manuel António 25`),
  drawSurname:
    parseFrequencies(`Silva 995, Santos 630, Ferreira 560, Pereira 515, Oliveira 395, Costa 390, Rodrigues 375, Martins 340, Jesus 305, Sousa 300,
    Fernandes 295, Gonçalves 290, Gomes 275, Lopes 270, Marques 265, Alves 250, Almeida 245, Ribeiro 240, Pinto 235, Carvalho 225,
    Teixeira 180, Moreira 165, Correia 165, Mendes 150, Nunes 150, Soares 145, Vieira 130, Monteiro 125, Cardoso 125, Rocha 120,
    Raposo 25, Neves 105, Coelho 105, Cruz 100, Cunha 100, Pires 98, Ramos 95, Reis 92, Simões 88, Antunes 85, Matos 82,
    Fonseca 82, Machado 80, Araújo 75, Barbosa 72, Tavares 72, Lourenço 68, Castro 66, Figueiredo 64, Azevedo 62, Freitas 60,
    Magalhães 50, Henriques 48, Lima 48, Guerreiro 40, Batista 40, Pinheiro 42, Faria 40, Miranda 38, Barros 40, Morais 36,
    Nogueira 34, Esteves 34, Anjos 22, Baptista 32, Campos 32, Mota 34, Andrade 32, Brito 30, Sá 28, Nascimento 30, Leite 32,
    Abreu 32, Melo 28, Vaz 28, Pinho 26, Vicente 28, Garcia 30, Santana 12, Domingues 26, Cabral 24, Moura 26, Torres 24,
    Borges 28, Paiva 22, Duarte 45, Valente 20, Branco 24, Amaral 26, Bastos 18, Leal 18, Guimarães 22, Macedo 20, Queirós 14,
    Cordeiro 20, Bento 16, Serra 14, Farinha 8, Veiga 10, Viegas 14, Caetano 12, Patrício 10, Salgado 10, Seabra 8, Seixas 9,
    Sequeira 14, Toscano 5, Trindade 12, Varela 10, Ventura 11, Aguiar 14, Amorim 16, Barata 10, Belo 8, Caldeira 12, Carneiro 16,
    Chaves 12, Damas 5, Diogo 7, Dinis 8, Estrela 5, Fontes 8, Frade 5, Galvão 6, Gaspar 12, Inácio 8, Leitão 14, Lobo 8,
    Louro 7, Maia 14, Meireles 8, Mesquita 10, Mira 4, Novais 5, Pacheco 16, Palma 8, Peixoto 12, Pimenta 8, Portela 6, Rosa 26`),
  ...parsePlaces(
    `545|Lisboa|Lisboa|Lisboa|1000-1990|21
    385|Sintra|Lisboa|Lisboa|2710-2714|21
    214|Cascais|Lisboa|Lisboa|2750-2757|21
    202|Loures|Lisboa|Lisboa|2670-2674|21
    172|Oeiras|Lisboa|Lisboa|2780-2784|21
    171|Amadora|Lisboa|Lisboa|2700-2724|21
    177|Almada|Setúbal|Sul do Tejo|2800-2829|21
    166|Seixal|Setúbal|Sul do Tejo|2840-2845|21
    123|Setúbal|Setúbal|Sul do Tejo|2900-2914|265
    53|Évora|Évora|Sul do Tejo|7000-7009|266
    33|Beja|Beja|Sul do Tejo|7800-7804|284
    22|Portalegre|Portalegre|Sul do Tejo|7300-7304|245
    232|Porto|Porto|Norte|4000-4369|22
    304|Vila Nova de Gaia|Porto|Norte|4400-4434|22
    172|Matosinhos|Porto|Norte|4450-4460|22
    134|Maia|Porto|Norte|4470-4479|22
    193|Braga|Braga|Norte|4700-4719|253
    156|Guimarães|Braga|Norte|4800-4839|253
    116|Barcelos|Braga|Norte|4750-4755|253
    85|Viana do Castelo|Viana do Castelo|Norte|4900-4904|258
    49|Vila Real|Vila Real|Norte|5000-5004|259
    34|Bragança|Bragança|Norte|5300-5304|273
    140|Coimbra|Coimbra|Centro|3000-3049|239
    80|Aveiro|Aveiro|Centro|3800-3814|234
    128|Leiria|Leiria|Centro|2400-2419|244
    99|Viseu|Viseu|Centro|3500-3519|232
    58|Santarém|Santarém|Centro|2000-2009|243
    52|Castelo Branco|Castelo Branco|Centro|6000-6004|272
    40|Guarda|Guarda|Centro|6300-6304|271
    67|Faro|Faro|Algarve|8000-8009|289
    72|Loulé|Faro|Algarve|8100-8104|289
    60|Portimão|Faro|Algarve|8500-8504|282
    106|Funchal|Madeira|Ilhas|9000-9064|291
    67|Ponta Delgada|Açores|Ilhas|9500-9504|296`,
    (first, last, at) => {
      const zone = first + Math.floor(at * (last - first + 1))
      return `${String(zone).padStart(4, '0')}-${String(1 + Math.floor(((at * 7919) % 1) * 899)).padStart(3, '0')}`
    },
  ),
  streetNames:
    `Rua Direita,Rua da Igreja,Avenida da Liberdade,Rua 25 de Abril,Rua da Escola,Rua do Comércio,Avenida da República,Rua de São João,
Rua Nova,Travessa do Carmo,Largo da Matriz,Rua Luís de Camões,Rua Almirante Reis,Rua da Fonte,Rua de Santo António,Praça da República,
Rua Fernando Pessoa,Rua das Flores,Rua Eça de Queirós,Rua da Paz,Rua do Sol,Avenida Infante Dom Henrique,Rua Vasco da Gama,Rua do Outeiro,
Rua Principal,Rua Alexandre Herculano,Rua da Estação,Rua Gago Coutinho,Rua dos Combatentes,Rua do Castelo,Rua Miguel Bombarda`.split(
      /,\s*/,
    ),
  companyTrades:
    `Construções,Transportes,Padaria,Clínica Dentária,Farmácia,Investimentos,Consultores,Comércio de,Restaurante,Oficina,Vinhos,Mobiliário,
Confecções,Calçado,Cortiças,Engenharia,Imobiliária,Contabilidade,Ótica,Eletricidade,Carnes,Frutas,Azeites,Turismo,Tipografia,Logística`.split(
      /,\s*/,
    ),
  drawCompanySuffix: parseFrequencies('Lda. 70, Unipessoal Lda. 18, S.A. 12'),
  drawBank: parseFrequencies('0035 24, 0033 20, 0018 16, 0010 13, 0007 12, 0036 8, 0045 7'),
  drawForeignCountry: parseFrequencies('BR 35, GB 8, CV 7, IT 5, IN 6, UA 5, FR 6, CN 4, AO 6, DE 4, ES 4, RO 4'),
}
