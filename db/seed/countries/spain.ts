import { parseFrequencies, parsePlaces, type SeedCountry } from './country.ts'

/** Names by how many bear them, in thousands, after the census's lists; cities by inhabitants. */
export const spain: SeedCountry = {
  drawFemaleName:
    parseFrequencies(`María Carmen 630, María 610, Carmen 355, Ana María 270, Josefa 250, Isabel 245, María Dolores 245, Laura 260,
    María Pilar 240, María Teresa 235, Ana 245, Cristina 225, Marta 230, Francisca 205, Lucía 205, Antonia 190, Dolores 180,
    María Isabel 190, María José 195, María Ángeles 180, Sara 180, Paula 180, Elena 180, Raquel 155, María Luisa 160, Pilar 150,
    Concepción 145, Rosa María 150, Manuela 140, Mercedes 135, Julia 140, Beatriz 130, Nuria 130, Silvia 130, María Jesús 135,
    Rosario 120, Alba 130, Irene 130, Juana 110, Teresa 115, Patricia 125, Encarnación 95, Montserrat 105, Andrea 125, Rocío 110,
    Mónica 110, Rosa 110, Alicia 105, María Mar 95, Sonia 100, Sandra 105, Ángela 100, Marina 105, Susana 95, Natalia 95,
    Yolanda 90, Margarita 90, María Josefa 85, Claudia 100, Eva 90, Inmaculada 80, Sofía 100, María Rosario 75, Ana Isabel 80,
    Carla 75, Esther 75, Noelia 75, Verónica 70, Carolina 70, Ángeles 65, Nerea 70, María Victoria 70, Inés 75, Amparo 60,
    María Concepción 60, Lorena 65, Miriam 65, Catalina 60, Eva María 65, Daniela 70, Ainhoa 50, María Antonia 60, Consuelo 50,
    Lidia 60, Celia 55, Olga 55, Emilia 50, Gloria 50, Alejandra 60, Luisa 50, Ainara 30, Martina 65, Aurora 45, Valeria 50,
    Noa 35, Esperanza 45, Blanca 45, Begoña 40, Itziar 20, Jimena 30, Arantxa 15, Leire 25, Carlota 30, Vega 15, Mireia 30`),
  drawMaleName:
    parseFrequencies(`Antonio 640, Manuel 555, José 535, Francisco 475, David 365, Juan 325, Javier 310, José Antonio 305, Daniel 310,
    José Luis 275, Francisco Javier 275, Carlos 265, Jesús 255, Alejandro 270, Miguel 245, José Manuel 250, Rafael 235,
    Miguel Ángel 235, Pablo 245, Pedro 235, Ángel 220, Sergio 220, José María 205, Fernando 205, Jorge 205, Luis 195, Alberto 190,
    Juan Carlos 180, Álvaro 180, Adrián 175, Diego 165, Juan José 165, Raúl 155, Iván 150, Juan Antonio 145, Rubén 145,
    Enrique 140, Óscar 135, Ramón 130, Andrés 130, Vicente 125, Santiago 125, Juan Manuel 130, Joaquín 120, Mario 125, Víctor 120,
    Eduardo 115, Roberto 115, Jaime 105, Francisco José 105, Marcos 105, Ignacio 100, Hugo 95, Alfonso 90, Jordi 85, Ricardo 85,
    Salvador 80, Guillermo 80, Emilio 75, Gabriel 90, Marc 75, Gonzalo 75, Julio 70, Julián 65, Mohamed 85, José Miguel 75,
    Tomás 65, Martín 75, Agustín 55, José Ramón 65, Nicolás 70, Félix 50, Joan 60, Samuel 65, Ismael 60, Cristian 55, Héctor 55,
    Lucas 65, Aitor 45, Juan Francisco 50, Josep 50, Mariano 40, Íñigo 20, Domingo 40, Iker 35, Sebastián 40, Alfredo 40,
    César 45, Felipe 40, José Ángel 45, Rodrigo 40, Mateo 45, Xavier 35, Bruno 30, Gerardo 20, Lorenzo 25, Eugenio 20, Unai 25,
    Asier 20, Leo 25, Isaac 25, Abel 20, Esteban 25, Gregorio 25, Germán 20, Borja 25`),
  drawSurname:
    parseFrequencies(`García 1449, Rodríguez 924, González 923, Fernández 911, López 868, Martínez 832, Sánchez 813, Pérez 776,
    Gómez 489, Martín 482, Jiménez 396, Hernández 390, Ruiz 367, Díaz 340, Moreno 319, Muñoz 288, Álvarez 284, Romero 220,
    Gutiérrez 210, Alonso 209, Navarro 191, Torres 190, Domínguez 187, Ramos 179, Vázquez 178, Ramírez 170, Gil 164, Serrano 161,
    Morales 158, Molina 152, Blanco 149, Suárez 144, Castro 139, Ortega 135, Delgado 135, Ortiz 132, Marín 127, Rubio 126,
    Núñez 125, Medina 122, Sanz 120, Castillo 118, Iglesias 114, Cortés 113, Garrido 109, Santos 108, Guerrero 107, Lozano 106,
    Cano 102, Cruz 101, Méndez 101, Flores 100, Prieto 97, Herrera 96, Peña 95, León 94, Márquez 91, Cabrera 89, Gallego 89,
    Calvo 88, Vidal 86, Campos 84, Reyes 83, Vega 82, Fuentes 80, Carrasco 79, Diez 78, Caballero 76, Nieto 76, Aguilar 75,
    Santana 74, Vargas 73, Pascual 72, Giménez 71, Herrero 70, Hidalgo 69, Montero 69, Lorenzo 68, Santiago 66, Benítez 65,
    Duran 64, Ibáñez 63, Arias 63, Mora 62, Ferrer 61, Carmona 60, Vicente 59, Rojas 58, Soto 57, Crespo 57, Román 56, Pastor 56,
    Velasco 54, Parra 54, Sáez 53, Moya 53, Bravo 52, Rivera 52, Gallardo 51, Soler 51, Esteban 50, Silva 50, Franco 49, Rivas 48,
    Pardo 47, Lara 47, Merino 46, Espinosa 46, Camacho 45, Mendoza 45, Vera 44, Izquierdo 44, Arroyo 43, Casado 43, Sierra 42,
    Redondo 41, Segura 41, Luque 40, Carrillo 40, Montes 39, Rey 39, Galán 38, Marcos 38, Otero 37, Ríos 37, Heredia 36, Bernal 36,
    Contreras 35, Robles 35, Palacios 34, Macías 34, Benito 33, Varela 33, Miranda 32, Andrés 32, Mateo 31, Guerra 31, Valero 30,
    Bueno 30, Villar 29, Pons 29, Roldán 28, Bermúdez 28, Aguirre 27, Etxeberria 12, Aranda 26, Estévez 26, Salas 25, Quintana 25,
    Casas 24, Puig 23, Serra 26, Conde 23, Barrios 18, Rosell 9, Zabala 10, Goikoetxea 6, Ferreiro 14, Castaño 16, Escudero 20`),
  ...parsePlaces(
    `3305|Madrid|Madrid|Centro|28001-28055|91
    210|Alcalá de Henares|Madrid|Centro|28801-28807|91
    190|Leganés|Madrid|Centro|28911-28918|91
    85|Toledo|Toledo|Centro|45001-45008|925
    88|Guadalajara|Guadalajara|Centro|19001-19005|949
    1620|Barcelona|Barcelona|Cataluña|08001-08042|93
    216|Sabadell|Barcelona|Cataluña|08201-08208|93
    223|Terrassa|Barcelona|Cataluña|08221-08228|93
    103|Girona|Girona|Cataluña|17001-17007|972
    140|Lleida|Lleida|Cataluña|25001-25008|973
    136|Tarragona|Tarragona|Cataluña|43001-43008|977
    795|Valencia|Valencia|Levante|46001-46026|96
    338|Alicante|Alicante|Levante|03001-03016|96
    235|Elche|Alicante|Levante|03201-03208|96
    172|Castellón de la Plana|Castellón|Levante|12001-12006|964
    460|Murcia|Murcia|Levante|30001-30012|968
    216|Cartagena|Murcia|Levante|30201-30205|968
    172|Albacete|Albacete|Levante|02001-02006|967
    684|Sevilla|Sevilla|Sur|41001-41020|95
    580|Málaga|Málaga|Sur|29001-29018|95
    322|Córdoba|Córdoba|Sur|14001-14014|957
    230|Granada|Granada|Sur|18001-18016|958
    200|Almería|Almería|Sur|04001-04009|950
    114|Cádiz|Cádiz|Sur|11001-11012|956
    213|Jerez de la Frontera|Cádiz|Sur|11401-11408|956
    142|Huelva|Huelva|Sur|21001-21007|959
    112|Jaén|Jaén|Sur|23001-23009|953
    150|Badajoz|Badajoz|Sur|06001-06011|924
    345|Bilbao|Bizkaia|Norte|48001-48015|94
    188|San Sebastián|Gipuzkoa|Norte|20001-20018|943
    253|Vitoria-Gasteiz|Álava|Norte|01001-01010|945
    203|Pamplona|Navarra|Norte|31001-31012|948
    172|Santander|Cantabria|Norte|39001-39012|942
    150|Logroño|La Rioja|Norte|26001-26009|941
    292|Vigo|Pontevedra|Noroeste|36201-36216|986
    247|A Coruña|A Coruña|Noroeste|15001-15011|981
    98|Santiago de Compostela|A Coruña|Noroeste|15701-15707|981
    98|Lugo|Lugo|Noroeste|27001-27004|982
    104|Ourense|Ourense|Noroeste|32001-32005|988
    268|Gijón|Asturias|Noroeste|33201-33213|985
    217|Oviedo|Asturias|Noroeste|33001-33013|985
    682|Zaragoza|Zaragoza|Ebro y Duero|50001-50018|976
    300|Valladolid|Valladolid|Ebro y Duero|47001-47016|983
    175|Burgos|Burgos|Ebro y Duero|09001-09007|947
    144|Salamanca|Salamanca|Ebro y Duero|37001-37008|923
    121|León|León|Ebro y Duero|24001-24010|987
    54|Huesca|Huesca|Ebro y Duero|22001-22006|974
    423|Palma|Illes Balears|Islas|07001-07015|971
    378|Las Palmas de Gran Canaria|Las Palmas|Islas|35001-35019|928
    209|Santa Cruz de Tenerife|Santa Cruz de Tenerife|Islas|38001-38010|922`,
    (first, last, at) => String(first + Math.floor(at * (last - first + 1))).padStart(5, '0'),
  ),
  streetNames:
    `Calle Mayor,Calle Real,Calle Nueva,Avenida de la Constitución,Calle de la Iglesia,Plaza de España,Calle del Sol,Calle San José,
Avenida de Andalucía,Calle Cervantes,Calle Miguel Hernández,Calle Goya,Calle Velázquez,Paseo de la Estación,Calle San Juan,Calle Santiago,
Calle Colón,Avenida de la Libertad,Calle Ramón y Cajal,Calle Federico García Lorca,Calle del Carmen,Calle San Antonio,Calle Alfonso XII,
Avenida de Europa,Calle Antonio Machado,Ronda del Norte,Calle de los Olivos,Calle Rosalía de Castro,Paseo Marítimo,Calle Virgen del Pilar,
Calle del Castillo,Calle Gran Vía,Calle Isaac Peral,Calle Juan XXIII,Calle Padre Damián,Calle Doctor Fleming,Avenida del Parque`.split(
      /,\s*/,
    ),
  companyTrades:
    `Construcciones,Talleres,Transportes,Inversiones,Asesoría,Clínica Dental,Farmacia,Hostelería,Instalaciones,Panadería,Bodegas,
Reformas,Gestión Patrimonial,Suministros,Ingeniería,Comercial,Distribuciones,Promociones,Academia,Frutas,Cárnicas,Viveros,Óptica,
Electricidad,Consultores,Autocares,Muebles,Imprenta,Limpiezas,Aceites,Logística,Veterinaria`.split(/,\s*/),
  drawCompanySuffix: parseFrequencies('S.L. 75, S.A. 15, S.L.U. 10'),
  drawBank: parseFrequencies('2100 26, 0182 17, 0049 17, 0081 10, 2085 4, 2103 6, 0128 6, 1465 8, 3058 4, 2095 3'),
  drawForeignCountry: parseFrequencies(
    'RO 18, MA 17, CO 14, IT 9, GB 8, VE 8, CN 6, EC 6, PE 5, PT 4, FR 4, DE 4, AR 5, UA 4',
  ),
}
