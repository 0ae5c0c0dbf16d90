/** What writes into a log group, by the names that AWS's services give to theirs: the first that fits. */
const OWNERS: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [/^\/aws\/lambda\/(.+)$/, ([name]) => `Lambda ${name}`],
  [/^API-Gateway-Execution-Logs_([^/]+)\/(.+)$/, ([api, stage]) => `API ${api}, stage ${stage}`],
  [/^\/aws\/(?:http-api|apigateway|api-gateway)\/(.+)$/, ([name]) => `API ${name}`],
  [/^\/aws\/appsync\/apis\/(.+)$/, ([name]) => `AppSync API ${name}`],
  [/^\/aws\/ecs\/containerinsights\/([^/]+)\//, ([name]) => `cluster ${name}`],
  [/^(?:\/aws)?\/ecs\/(.+)$/, ([name]) => `tasks of ${name}`],
  [/^\/aws\/rds\/(?:instance|cluster|proxy)\/([^/]+)/, ([name]) => `database ${name}`],
  [/^\/aws\/eks\/([^/]+)\//, ([name]) => `EKS cluster ${name}`],
  [/^\/aws\/codebuild\/(.+)$/, ([name]) => `CodeBuild ${name}`],
  [/^\/aws\/(?:vendedlogs\/)?states\/(.+)$/, ([name]) => `state machine ${name}`],
  [/^\/aws\/batch\//, () => "Batch"],
  [/^\/aws\/redshift\/cluster\/([^/]+)/, ([name]) => `Redshift ${name}`],
  [/^\/aws\/opensearch\/domains\/([^/]+)/, ([name]) => `OpenSearch ${name}`],
  [/^aws-waf-logs-(.+)$/, ([name]) => `WAF ${name}`],
];

/** What writes into a log group, in words: `Lambda web`; empty where its name does not say. */
export function groupOwner(group: string): string {
  for (const [form, words] of OWNERS) {
    const found = form.exec(group);
    if (found) return words(found.slice(1));
  }
  return "";
}
