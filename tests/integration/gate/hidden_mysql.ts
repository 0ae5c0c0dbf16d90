/** Patterns of hidden columns; the value must appear in no answer. */
export const HIDDEN = ["customers.email", "*.*password*"];
export const VALUE = "anna@example.com";

/** A statement and the expected refusal; null when it is allowed. */
export type Case = readonly [sql: string, says: RegExp | null];

export const email = /customers\.email,? (is|which is) hidden/;

/** Statements of agents on MySQL and MariaDB. */
const MYSQL: readonly Case[] = [
  ["select id, name from customers where id = 1", null],
  ["select count(*), max(id) from customers group by name", null],
  ["select id * 2, 3*id from customers", null],
  ["select o.id, c.name from orders o join customers c on c.id = o.customer", null],
  ["select 'email' as x from customers", null],
  ["select email from suppliers", null],
  ["select * from suppliers", null],
  ["select id from names", null],
  ["select table_name, column_name from information_schema.columns where column_name = 'email'", null],
  ["show tables", null],
  ["select 1", null],
  ["select id from customers -- email", null],
  ["select email from customers", email],
  ["select c.EMAIL as id from customers c", email],
  ["select `email` from `customers`", email],
  ["select app . customers . email from app.customers", email],
  ["select émail from (select 1 as émail, id from customers) c", email],
  ["select * from customers", email],
  ["select c.* from customers c", email],
  ["select * from orders, customers", email],
  ["select sql_no_cache * from customers", email],
  ["select id from customers where email like 'a%'", email],
  ["select id from customers order by email", email],
  ["select 1 from customers group by email", email],
  ["select x from (select email as x from customers) t", email],
  ["with t as (select email as e from customers) select 1 from t", email],
  ["select id from customers c where exists (select 1 from customers d where d.email = 'x')", email],
  ["select 1 from customers natural join suppliers", email],
  ["select 1 from customers join suppliers using (email)", email],
  ["select id from customers union select length(email) from customers", email],
  ["select domain from customers", /customers\.domain is hidden/],
  ["select mail from seen", /view app\.seen needs what is hidden.*customers\.email/],
  ["select * from seen", /view app\.seen/],
  ["select mail from again", /view app\.(again|seen)/],
  ["select mail from only_view", /view app\.only_view leads to closed\.secrets, which/],
  ["select x from some_columns", /view app\.some_columns needs what is hidden: closed\.people\.password is/],
  ["select 1 from customers where (1, 2, 3, 4) = (table customers)", email],
  ["select reveal()", /reveal\(\) may read hidden/],
  ["select app.reveal ()", /reveal\(\) may read hidden/],
  ["select closed.reveal()", /closed\.reveal\(\) may read hidden/],
  ["show full processlist", /processes can tell/],
  ["select * from mysql.innodb_index_stats", /mysql\.innodb_index_stats can tell/],
  ["select * from information_schema.column_statistics", /column_statistics can tell/],
  ["select * from information_schema.processlist", /processlist can tell/],
  ["select * from performance_schema.events_statements_history", /events_statements_history can tell/],
  ["select password_hash from accounts", /accounts\.password_hash is hidden/],
  ["select /*!50000 email */ from customers", /Comments that the server executes/],
  ["select `2fa_password` from accounts a", /accounts\.2fa_password is hidden/],
  ["select a.2fa_password from accounts a", /accounts\.2fa_password is hidden/],
  ["select name -- \r '\n, concat(email) from customers -- '", email],
  ["select name # \r '\n, concat(email) from customers # '", email],
  ["select 1 --\u00a0a, concat(email)\nfrom customers, (select 1 as \u00a0a) d", email],
  [
    "select name -- \r '\n, (select user from mysql.user limit 1) from customers -- '",
    /mysql\.user can tell/,
  ],
  ["select reveal 1.e()", /“1.e” has no end/],
  ["select id, plain, label from closed.vault", null],
  ["select tens from closed.vault", /closed\.vault\.tens is hidden/],
  ["select id from closed.vault where told > 1", /closed\.vault\.told is hidden/],
  ["select twice from closed.safe", /closed\.safe\.twice is hidden/],
  ["select twice from wages", /app\.wages\.twice is hidden/],
  ["select id, plain from wages", null],
  ["select x from some_plain", null],
  ["select x from some_tens", /view app\.some_tens leads to closed\.safe\.tens, which/],
  ["select a from listed", null],
  ["select r from told", /reveal\(\) may read hidden/],
  ["select default(name) from customers", /DEFAULT\(\) can tell/],
  ["explain for connection 1", /another connection/],
  ["describe format=json for connection 1", /another connection/],
  ["show explain for 1", /SHOW EXPLAIN can tell/],
  ["show analyze format=json for 1", /SHOW ANALYZE can tell/],
  ["show engine innodb status", /SHOW ENGINE can tell/],
  ["show tables where (select email from customers limit 1) like 'a%'", email],
  ["explain select id from customers where email = 'x'", email],
  ["select _rowid + 0 from shelves", null],
  ["select c1 from wide", null],
  ["select concat(paßsword) from wide", /wide\.password is hidden/],
  ["select concat(`password `) from wide", /wide\.password is hidden/],
  ["select concat(`pásſword  `) from wide", /wide\.password is hidden/],
  ["select discloße()", /disclose\(\) may read hidden/],
  ["select concat(password) from `maybe😀`", /maybe\?\.password is hidden/],
  ["select concat(password) from maybe😀", /maybe\?\.password is hidden/],
  ["select concat(`password😀`) from asked", /asked\.password\? is hidden/],
  ["select concat(`a``password`) from ticked", /ticked\.a`password is hidden/],
  ["select id from greek where `password κωδικός`like 'a%'", /greek\.password κωδικός is hidden/],
  ["select owner from cards", null],
  ["select _rowid + 0, owner from cards", /_rowid` can be app\.cards\.password, which/],
  ["select owner from cards where _rowid < 5000", /_rowid` can be app\.cards\.password, which/],
  ["select owner from cards c order by c.`_RowId`", /_rowid` can be app\.cards\.password, which/],
];

export const AS_MYSQL = `
  create table customers (id int primary key, email varchar(100), name varchar(100),
    domain varchar(100) generated always as (substring_index(email, '@', -1)) stored);
  create table suppliers (id int, email varchar(100));
  create table shelves (id int primary key); create table cards (password int primary key, owner varchar(100));
  insert into shelves values (1); insert into cards values (4711, 'Anna');
  create table orders (id int, customer int, note varchar(100));
  create table accounts (id int, password_hash varchar(100), \`2fa_password\` varchar(100));
  insert into customers (id, email, name) values (1, '${VALUE}', 'Anna'), (2, 'b@example.com', 'Bo');
  insert into accounts values (1, '${VALUE}', '${VALUE}');
  create view seen as select id, email as mail from customers;
  create view again as select * from seen;
  create view names as select id, name from customers;
  create database closed;
  create table closed.secrets (id int, mail varchar(100));
  create table closed.people (id int, password varchar(100));
  insert into closed.secrets values (1, '${VALUE}'); insert into closed.people values (1, '${VALUE}');
  create view only_view as select mail from closed.secrets;
  create view some_columns as select password as x from closed.people;
  create function reveal() returns varchar(100) reads sql data return (select email from customers limit 1);
  create view told as select id, reveal() as r from orders;
  create table wide (password varchar(100), ${Array.from({ length: 40 }, (_, n) => `c${n} int`).join(", ")});
  set names utf8mb4; create table greek (id int, \`password κωδικός\` varchar(100));
  create table \`maybe?\` (id int, password varchar(100)); create table asked (id int, \`password?\` varchar(100));
  insert into \`maybe?\` values (1, '${VALUE}'); insert into asked values (1, '${VALUE}');
  create table ticked (id int, \`a\`\`password\` varchar(100));
  insert into wide (password) values ('${VALUE}'); insert into ticked values (1, '${VALUE}');
  create function disclose() returns varchar(100) reads sql data return (select email from customers limit 1);
  create table wages (id int, password int, tens int generated always as (password div 10) virtual,
    twice int generated always as (tens * 2) virtual, plain int generated always as (id + 1) virtual);
  create table closed.vault (id int, password int, tens int generated always as (password div 10) virtual,
    plain int generated always as (id + 1) virtual, label varchar(99) generated always as (concat('it\\'s', id)),
    told varchar(99) generated always as (concat('it\\'s', password)));
  create table closed.safe (id int, password int, tens int generated always as (password div 10) virtual,
    twice int generated always as (tens * 2) virtual);
  create view some_plain as select v.plain as x from closed.vault v where v.id in (select id from orders);
  create view some_tens as select tens as x from closed.safe;
  create view listed as with c (a) as (select id from customers) select c.a from c;
  create user u identified by 'p'; grant select, show view, execute on app.* to u;
  grant select (id) on closed.people to u; grant select (id, tens, plain, label, told) on closed.vault to u;
  grant select (id, twice) on closed.safe to u;
  create user w identified by 'p'; grant select, show view on app.* to w;`;

/** Statements of a login that may neither execute nor see functions. */
const WITHOUT_EXECUTE: readonly Case[] = [
  ["select id from told", /view app\.told calls reveal\(\), which may read hidden/],
  ["select a from listed", null],
];

/** Users and their statements. */
export const AS_MYSQL_USERS = { u: MYSQL, w: WITHOUT_EXECUTE };
